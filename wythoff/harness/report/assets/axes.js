"use strict";
// Axes: where the ticks stand, and how sizes, times, bytes and other values are written beside them.

window.Complexity ??= {};

Complexity.axes = (() => {
  const { grouped, isNumber, isPlain, isSeconds, minus, plotText, raised, shorten } = Complexity.format;

  const TIMES = [
    ["s", 1],
    ["ms", 1e-3],
    ["µs", 1e-6],
    ["ns", 1e-9],
  ];
  const BYTES = [
    ["TiB", 2 ** 40],
    ["GiB", 2 ** 30],
    ["MiB", 2 ** 20],
    ["KiB", 2 ** 10],
    ["B", 1],
  ];
  const KINDS = new Map([
    ["time", "time"],
    ["memory", "memory"],
    ["peakmemory", "peak memory"],
  ]);
  // Pixels that a tick needs for itself, and those beside an axis for what is written there.
  const ROOM = { x: 46, wide: 84, y: 34 };
  const MARGIN = { x: 90, y: 80 };

  /** A number without rounding noise: 0.30000000000000004 is 0.3. */
  const neat = (value) => Number(value.toPrecision(12));

  /** The texts of an axis' ticks; on a linear one all have the same unit, and the same power of ten if any. */
  function tickTexts(ticks, log, unit) {
    const units = isSeconds(unit) ? TIMES : unit === "bytes" ? BYTES : [["", 1]];
    const fitting = (value) => units.find(([, scale]) => Math.abs(value) >= scale * 0.9999) ?? units.at(-1);
    const largest = Math.max(...ticks.map(Math.abs));
    return ticks.map((tick) => {
      if (tick === 0) return "0";
      const [name, scale] = fitting(log ? tick : largest);
      const few = log ? plain(tick / scale) : evenly(tick / scale, largest / scale);
      return name ? `${few} ${name}` : few;
    });
  }

  const evenly = (value, largest) =>
    largest < 1e6 && largest >= 1e-3
      ? minus(grouped(String(neat(value))))
      : inPowers(value, Math.floor(Math.log10(largest) + 1e-9));

  /** A number as few ticks need it: 1,000, 20,000, 10⁵, 2×10⁶, 0.01, 10⁻⁴. */
  function plain(value) {
    const exponent = Math.floor(Math.log10(Math.abs(value)) + 1e-9);
    if (Math.abs(exponent) <= 3) return minus(grouped(String(neat(value))));
    return inPowers(value, exponent);
  }

  function inPowers(value, exponent) {
    const mantissa = neat(value / 10 ** exponent);
    return mantissa === 1 ? `10${raised(exponent)}` : `${minus(String(mantissa))}×10${raised(exponent)}`;
  }

  /** Even steps of 1, 2 or 5, or of powers of two for bytes, `most` at most. */
  function linearTicks(low, high, most, unit) {
    const least = (high - low) / most;
    const decade = 10 ** Math.floor(Math.log10(least));
    const step =
      unit === "bytes" && least > 1
        ? 2 ** Math.ceil(Math.log2(least))
        : decade * [1, 2, 5, 10].find((factor) => factor * decade >= least * 0.9999);
    const first = Math.ceil(low / step - 1e-9);
    const count = Math.floor(high / step + 1e-9) - first + 1;
    return Array.from({ length: Math.max(0, count) }, (_, place) => neat((first + place) * step));
  }

  /** Powers of ten, or of two for bytes; their 2- and 5-folds where those are few, and even steps where all are. */
  function logTicks(low, high, most, unit) {
    const base = unit === "bytes" ? 2 : 10;
    const [first, last] = [low, high].map((end) => Math.log(end) / Math.log(base));
    const powers = (stride, factors) => {
      const ticks = [];
      for (let power = Math.floor(first / stride) * stride; power <= last; power += stride)
        ticks.push(...factors.map((factor) => neat(base ** power * factor)));
      return ticks.filter((tick) => tick >= low * 0.999 && tick <= high * 1.001);
    };
    const few =
      base === 10 && last - first < 3
        ? [
            [1, [1, 2, 5]],
            [1, [1, 3]],
          ]
        : [];
    const strides = [1, 2, 3, 4, 5, 10, 20, 50, 100, 200].map((stride) => [stride, [1]]);
    const fitting = [...few, ...strides].map(([stride, factors]) => powers(stride, factors));
    const chosen = fitting.find((ticks) => ticks.length <= most);
    return chosen !== undefined && chosen.length >= 3 ? chosen : narrow(low, high, most, unit, chosen ?? []);
  }

  function narrow(low, high, most, unit, powers) {
    const even = high / low < 30 ? linearTicks(low, high, most, unit).filter((tick) => tick > 0) : [];
    return even.length > powers.length ? even : powers;
  }

  function axis(range, log, unit, title, most, theme) {
    const ticks = (log ? logTicks : linearTicks)(...range, Math.max(2, most), unit);
    return {
      type: log ? "log" : "linear",
      range: log ? range.map(Math.log10) : range,
      autorange: false,
      tickmode: "array",
      tickvals: ticks,
      ticktext: tickTexts(ticks, log, unit),
      ticks: "outside",
      ticklen: 4,
      tickcolor: theme.line,
      tickfont: { color: theme.muted },
      gridcolor: theme.grid,
      zeroline: false,
      linecolor: theme.line,
      showline: true,
      title: { text: title, font: { color: theme.muted }, standoff: 8 },
    };
  }

  /**
   * The two axes of a figure: sizes across, values up.
   *
   * x, y: {range, log, title}, y.unit; size: {width, height} of the figure in pixels.
   */
  function plane(x, y, size, theme) {
    const across = Math.floor((size.width - MARGIN.x) / (x.log ? ROOM.x : ROOM.wide));
    const up = Math.floor((size.height - MARGIN.y) / ROOM.y);
    return {
      xaxis: axis(x.range, x.log, "size", x.title, across, theme),
      yaxis: axis(y.range, y.log, y.unit, y.title, up, theme),
    };
  }

  /** The range of the positive among some values, widened by a share of its logarithm, and to `least` decades. */
  function logRange(values, share, least) {
    const logs = values.filter((one) => isNumber(one) && one > 0).map(Math.log10);
    if (!logs.length) return [1, 10];
    const [low, high] = [Math.min(...logs), Math.max(...logs)];
    const pad = Math.max((high - low) * share, (least - (high - low)) / 2, 0.02);
    return [10 ** (low - pad), 10 ** (high + pad)];
  }

  /** The range that the reader zoomed to, which the library gives in logarithms, or else the whole one. */
  const zoomed = (zoom, log, whole) => (zoom ? (log ? zoom.map((end) => 10 ** end) : zoom) : whole);

  const kindName = (kind) => KINDS.get(kind) ?? "value";

  /** The title of an axis of values: what is measured, or its unit where the ticks don't say it. */
  const valueTitle = (kind, unit) =>
    isSeconds(unit) || unit === "bytes" || isPlain(unit) ? kindName(kind) : plotText(shorten(unit, 40));

  const sizeTitle = (name) => plotText(shorten(name || "n", 40));

  return { kindName, linearTicks, logRange, logTicks, plane, sizeTitle, tickTexts, valueTitle, zoomed };
})();

"use strict";
// Logarithmic axes for flot 0.8, which has none of its own: transform, range and ticks.

window.Complexity ??= {};

Complexity.logAxis = (() => {
  const LABEL_WIDTH = 44;
  // Beyond so many powers of ten their labels alone say enough.
  const MOST_DECADES_DIVIDED = 4;
  const MANTISSAS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

  // Both are for flot's hook processOptions: before the data and the size of the plot are known.

  /** Make the x axis logarithmic: sizes. */
  function applyToSizes(plot, options) {
    const axis = options.xaxes[0];
    transform(axis);
    axis.labelWidth = LABEL_WIDTH;
    axis.ticks = ({ min, max }) => ticks(min, max, plot.getPlaceholder().width());
    // A size of 0 has no place on this axis.
    plot.hooks.processRawData.push((_, series) => {
      series.data = series.data.filter(([size]) => size > 0);
    });
    plot.hooks.processOffset.push(() => widen(plot.getXAxes()[0]));
  }

  /** Make the y axis beside such an x axis logarithmic as asv does: whole decades, in the unit of the benchmark. */
  function applyToValues(plot, options, unit) {
    const axis = options.yaxes[0];
    transform(axis);
    axis.axisLabel = unit;
    axis.ticks = ({ min, max }) => ticksWithin(min, max, [1]).map((tick) => [tick.value, label(tick, true)]);
    // A value of 0 or less has no place on this axis: the line has a gap there.
    plot.hooks.processRawData.push((_, series) => {
      series.data = series.data.map(([size, value]) => [size, value > 0 ? value : null]);
    });
    plot.hooks.processOffset.push(() => showDecades(plot));
  }

  function transform(axis) {
    axis.transform = (value) => (value > 0 ? Math.log10(value) : null);
    axis.inverseTransform = (exponent) => 10 ** exponent;
  }

  /** Leave a margin beside the first and the last size, or where nothing is drawn, show an axis all the same. */
  function widen(axis) {
    const [first, last] = axis.datamin > 0 ? [axis.datamin, axis.datamax] : [1, 10];
    const margin = Math.max(1.1, (last / first) ** 0.02);
    axis.options.min ??= first / margin;
    axis.options.max ??= last * margin;
  }

  /** Let the y axis hold the whole decades of what is measured at the sizes shown. */
  function showDecades(plot) {
    const [sizes, values] = [plot.getXAxes()[0].options, plot.getYAxes()[0].options];
    const shown = plot
      .getData()
      .flatMap((series) => series.data)
      .filter(([size, value]) => value !== null && size >= sizes.min && size <= sizes.max)
      .map(([, value]) => Math.log10(value));
    const [lowest, highest] = shown.length ? [Math.min(...shown), Math.max(...shown)] : [0, 1];
    const [first, last] = [Math.floor(lowest), Math.ceil(highest)];
    values.min = decimal(1, first === last ? first - 1 : first);
    values.max = decimal(1, last);
  }

  /** Ticks for flot: [value, label], as many labels as there is room for, the rest empty. */
  function ticks(min, max, width) {
    const room = Math.max(2, Math.floor(width / LABEL_WIDTH / 1.4));
    const within = ticksWithin(min, max, MANTISSAS);
    const decades = within.filter(({ mantissa }) => mantissa === 1);
    const every = Math.max(1, Math.ceil(decades.length / room));
    const divisions = decades.length > MOST_DECADES_DIVIDED ? [] : [MANTISSAS, [1, 2, 5], [1, 3]];
    const labelled = new Set(
      [
        ...divisions.map((wanted) => within.filter(({ mantissa }) => wanted.includes(mantissa))),
        decades.filter(({ exponent }) => exponent % every === 0),
      ].find((candidates) => candidates.length >= 2 && candidates.length <= room),
    );
    if (labelled.size === 0) return linearTicks(min, max, room);
    const asPowers = max >= 1e5 || min < 1e-3;
    return within.map((tick) => [tick.value, labelled.has(tick) ? label(tick, asPowers) : ""]);
  }

  function ticksWithin(min, max, mantissas) {
    const [first, last] = [Math.floor(Math.log10(min)), Math.ceil(Math.log10(max))];
    const within = [];
    for (let exponent = first; exponent <= last; exponent++) {
      for (const mantissa of mantissas) {
        const value = decimal(mantissa, exponent);
        if (value >= min && value <= max) within.push({ value, mantissa, exponent });
      }
    }
    return within;
  }

  /** The number nearest to mantissa times 10 to the exponent, which powers of 10 computed in binary often miss. */
  function decimal(mantissa, exponent) {
    return Number(`${mantissa}e${exponent}`);
  }

  function label({ value, mantissa, exponent }, asPowers) {
    if (!asPowers) return String(value);
    return `${mantissa === 1 ? "" : `${mantissa}·`}10<sup>${exponent}</sup>`;
  }

  /** Where a range is so small that it holds next to no such tick, it is as good as linear. */
  function linearTicks(min, max, room) {
    const rough = (max - min) / Math.min(room, 6);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough);
    const values = [];
    for (let count = Math.ceil(min / step); count * step <= max; count++) values.push(Number((count * step).toPrecision(12)));
    return values.map((value) => [value, String(value)]);
  }

  return { applyToSizes, applyToValues };
})();

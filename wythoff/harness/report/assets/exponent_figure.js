"use strict";
// The exponent between neighbouring sizes, and that of the largest sizes with its interval.

window.Complexity ??= {};

Complexity.exponentFigure = (() => {
  const { plane, sizeTitle, zoomed } = Complexity.axes;
  const { exponent, isNumber, minus, size } = Complexity.format;
  const { OFF, line, marks } = Complexity.seriesItems;
  const { hasLinearSizes, sizeRange } = Complexity.seriesPoints;

  function figureOf(series, detail) {
    const known = detail.slopes.filter(isNumber);
    const [middle = null] = series.exponent ?? [];
    const whole = [Math.min(0, ...known) - 0.2, Math.max(1.2, middle ?? 0, ...known) + 0.3];
    const log = !hasLinearSizes(series);
    const build = ({ theme, zoom, ...pixels }) => {
      const xs = zoomed(zoom?.x, log, sizeRange(detail, log));
      const ys = zoomed(zoom?.y, false, whole);
      const x = { range: xs, log, title: sizeTitle(series.axis) };
      return {
        items: [
          between(detail, theme),
          ...(isNumber(middle) ? [atLargest(series, xs, theme)] : []),
          ...marks(detail, theme, xs, log),
        ],
        layout: plane(x, { range: ys, log: false, title: "exponent", unit: "" }, pixels, theme),
      };
    };
    return {
      build,
      off: OFF,
      describe: `Local exponents over size; at the largest sizes ${exponent(series.exponent) || "unknown"}.`,
    };
  }

  function between({ n, slopes }, theme) {
    const text = slopes.map(
      (one, place) =>
        `${size(n[place])} to ${size(n[place + 1])}<br>exponent ${isNumber(one) ? minus(one.toFixed(2)) : "unknown"}`,
    );
    const middles = slopes.map((_, place) => Math.sqrt(n[place] * n[place + 1]));
    const marker = { color: theme.measured, symbol: "circle", size: 6 };
    return {
      id: "slopes",
      label: "between neighbouring sizes",
      swatch: { line: theme.measured, width: 1.2, symbol: "circle", colour: theme.measured },
      z: 2,
      traces: [line(middles, slopes, { color: theme.measured, width: 1 }, { mode: "lines+markers", marker, text })],
    };
  }

  function atLargest({ exponent: [middle, low, high] }, xs, theme) {
    const level = (y, style, more = {}) => line(xs, [y, y], style, { hoverinfo: "skip", ...more });
    const none = { width: 0, color: theme.law };
    const band =
      isNumber(low) && isNumber(high)
        ? [level(low, none), level(high, none, { fill: "tonexty", fillcolor: theme.band })]
        : [];
    return {
      id: "exponent",
      label: "at the largest sizes, 95 % interval",
      swatch: { line: theme.law, width: 2, area: theme.band },
      z: 1,
      traces: [level(middle, { color: theme.law, width: 2 }), ...band],
    };
  }

  return { figureOf };
})();

"use strict";
// Cost over size on logarithmic axes, or over the size itself where that suits the law: what was measured, the law through it
// and the claimed growth; on demand curves of the common laws through the first and the last point.

window.Complexity ??= {};

Complexity.growthFigure = (() => {
  const { plane, sizeTitle, valueTitle, zoomed } = Complexity.axes;
  const { law: lawNodes } = Complexity.dom;
  const { law: lawText, plotLaw, size, value } = Complexity.format;
  const { at, spread, through } = Complexity.laws;
  const { OFF, UPRIGHT, gaps, line, marks, measurements } = Complexity.seriesItems;
  const { hasLinearSizes, points, sizeRange, valueRange } = Complexity.seriesPoints;

  const REFERENCES = { n: "dot", "n log n": "dashdot", "n^2": "dash" };
  const SMOOTH = 120;
  // What a name takes: a share of the figure's width, and pixels of its height.
  const NAME_WIDTH = 0.05;
  const LINE = 14;
  const same = (sizes, values) => values;

  function figureOf(series, detail) {
    const parts = points(series, detail);
    const log = !hasLinearSizes(series);
    const build = ({ theme, zoom, ...pixels }) => {
      const xs = zoomed(zoom?.x, log, sizeRange(detail, log));
      const ys = zoomed(zoom?.y, true, valueRange(parts));
      const x = { range: xs, log, title: sizeTitle(series.axis) };
      const y = { range: ys, log: true, title: valueTitle(series.kind, series.unit), unit: series.unit };
      return {
        items: [
          ...measurements(series, detail, parts, theme, same),
          ...(log ? references(parts.measured, detail.floor, theme, xs, ys) : []),
          ...marks(detail, theme, xs, log),
          ...gaps(detail, theme),
        ],
        layout: { ...plane(x, y, pixels, theme), yaxis2: UPRIGHT },
      };
    };
    return { build, off: OFF, describe: describe(series, detail, log) };
  }

  /** Each law twice, through the first and through the last point, so that its curves bracket the data. */
  function references({ n, y }, floor, theme, xs, ys) {
    const last = n.length - 1;
    if (last < 1) return [];
    const sizes = spread(...xs, SMOOTH);
    const items = Object.entries(REFERENCES).map(([law, dash]) => {
      const first = n.findIndex((one) => at(law, one) !== null);
      const curves = [first, last]
        .filter((place) => place >= 0)
        .map((place) => through(law, [n[place], y[place]], floor, sizes));
      return {
        id: `reference ${law}`,
        label: `O(${lawText(law)})`,
        plotLabel: `O(${plotLaw(law)})`,
        content: ["O(", lawNodes(law), ")"],
        swatch: { line: theme.reference, dash, width: 1.4 },
        z: 1,
        traces: curves.map(({ x, y: costs }) =>
          line(x, costs, { color: theme.reference, width: 1.2, dash }, { hoverinfo: "skip" }),
        ),
        annotations: curves
          .map((curve, place) => (place === 0 || !floor ? name(law, curve, place === 0, ys, theme) : null))
          .filter(Boolean),
      };
    });
    for (const upper of [true, false])
      keepApart(
        items.flatMap((item) => item.annotations).filter((one) => (one.yanchor === "top") === upper),
        upper,
        xs,
      );
    return items;
  }

  /** Names that would lie on each other, where curves are steep, are written one below the other. */
  function keepApart(names, upper, xs) {
    const across = Math.log10(xs[1] / xs[0]);
    names.forEach((one, place) => {
      const close = names.slice(0, place).filter((other) => Math.abs(other.x - one.x) < NAME_WIDTH * across);
      one.yshift = (upper ? -1 : 1) * LINE * close.length;
    });
  }

  /** A curve's name where it leaves the figure: the first curves at its upper end, the last at its lower one. */
  function name(law, { x, y }, upper, [low, high], theme) {
    const inside = x.map((_, place) => place).filter((place) => y[place] > low && y[place] < high);
    if (!inside.length) return null;
    const place = upper ? inside.at(-1) : inside[0];
    return {
      x: Math.log10(x[place]),
      y: Math.log10(y[place]),
      text: plotLaw(law),
      showarrow: false,
      xanchor: upper ? "right" : "left",
      yanchor: upper ? "top" : "bottom",
      xshift: upper ? -4 : 4,
      bgcolor: theme.ground,
      borderpad: 1,
      font: { size: 11, color: theme.reference },
    };
  }

  function describe(series, { n, best }, log) {
    const point = (place) => `${value(best.at(place), series.unit)} at ${size(n.at(place))}`;
    const range = n.length ? `, from ${point(0)} to ${point(-1)}` : "";
    return `Value on a logarithmic axis over size${log ? " on another" : ""}: ${n.length} sizes${range}; ${lawText(series.law_text)}. The table of sizes has all numbers.`;
  }

  return { figureOf };
})();

"use strict";
// Cost over size, divided by a law: where it runs level at the end, that law is right, and n and n log n part.

window.Complexity ??= {};

Complexity.quotientFigure = (() => {
  const { logRange, plane, sizeTitle, valueTitle, zoomed } = Complexity.axes;
  const { isNumber, law: lawText, plotLaw, plotText, size, value } = Complexity.format;
  const { quotients } = Complexity.laws;
  const { OFF, UPRIGHT, dots, marks, measurements } = Complexity.seriesItems;
  const { points, sizeRange } = Complexity.seriesPoints;

  // Small sizes are cut off where they lie this factor above all of the larger half: they are mostly overhead.
  const MOST_ABOVE = 2.5;
  // What is predicted beyond the data widens the range up to this factor.
  const MOST_AHEAD = 1.5;

  /** A part of a figure, and how many sizes lie `above` its range. */
  function figureOf(series, detail, law, log) {
    const parts = points(series, detail);
    const map = (sizes, values) => quotients(law, sizes, aboveFloor(values, detail.floor));
    const values = map(detail.n, detail.best);
    const whole = log ? logRange(values, 0.08, 0.4) : linearRange(parts, map);
    const floored = detail.floor ? " above the floor" : "";
    const title = `${valueTitle(series.kind, series.unit)}${floored}${law === "1" ? "" : ` / ${plotLaw(law)}`}`;
    const build = ({ theme, zoom, ...pixels }) => {
      const xs = zoomed(zoom?.x, true, sizeRange(detail));
      const ys = zoomed(zoom?.y, log, whole);
      const x = { range: xs, log: true, title: sizeTitle(series.axis) };
      return {
        items: [
          ...measurements(series, detail, parts, theme, map),
          ...marks(detail, theme, xs),
          ...cutOff(series, detail.n, values, ys[1], theme),
        ],
        layout: { ...plane(x, { range: ys, log, title, unit: series.unit }, pixels, theme), yaxis2: UPRIGHT },
      };
    };
    const describe = `Value divided by ${lawText(law)} over the logarithm of the size; ${lawText(series.law_text)}.`;
    return { build, describe, off: OFF, above: values.filter((one) => isNumber(one) && one > whole[1]).length };
  }

  const highest = (rows) => Math.max(0, ...rows.map(([, one]) => one).filter(isNumber));
  const aboveFloor = (values, floor) => (floor ? values.map((one) => (isNumber(one) ? one - floor : null)) : values);

  /**
   * From zero to what the larger half of the sizes needs, or to the highest where that is not far above. What was measured
   * sets the range: a prediction far above would leave it a line at the bottom.
   */
  function linearRange({ measured, quartiles, predictions }, map) {
    const rows = (sizes, values) => map(sizes, values).map((one, place) => [sizes[place], one]);
    const seen = [
      ...rows(measured.n, measured.y),
      ...(quartiles ? rows(quartiles.n, quartiles.high) : []),
    ];
    const predicted = rows(predictions.map((one) => one.n), predictions.map((one) => one.median));
    const drawn = [...seen, ...predicted.filter(([, one]) => one <= MOST_AHEAD * highest(seen))];
    const middle = Math.sqrt(measured.n[0] * measured.n.at(-1));
    const [all, later] = [highest(drawn), highest(drawn.filter(([n]) => n >= middle))];
    return [0, 1.12 * (all <= MOST_ABOVE * later ? all : 1.2 * later) || 1];
  }

  /** Triangles at the upper edge for points above it. */
  function cutOff(series, sizes, values, high, theme) {
    const places = values.map((_, place) => place).filter((place) => isNumber(values[place]) && values[place] > high);
    if (!places.length) return [];
    const text = places.map(
      (place) => `n = ${size(sizes[place])}<br>${plotText(value(values[place], series.unit))}, above this range`,
    );
    const marker = { color: theme.measured, symbol: "triangle-up-open", size: 8 };
    return [
      {
        id: "above",
        label: "above this range",
        swatch: { symbol: "triangle-up", colour: theme.measured, open: true },
        z: 5,
        traces: [
          dots(
            places.map((place) => sizes[place]),
            places.map(() => 0.975),
            marker,
            { yaxis: "y2", text },
          ),
        ],
      },
    ];
  }

  return { figureOf };
})();

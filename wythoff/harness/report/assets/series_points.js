"use strict";
// What the figures of a series draw, as lists of sizes and values, and the ranges that they span.

window.Complexity ??= {};

Complexity.seriesPoints = (() => {
  const { logRange } = Complexity.axes;
  const { isNumber } = Complexity.format;
  const { refined, spread } = Complexity.laws;

  // Points of a law's line within the data, of which the block holds a few.
  const SMOOTH = 90;
  // A band or prediction beyond this factor of what was measured would squash the measurements.
  const MOST_BEYOND = 300;

  /** Measurements, their quartiles (null where none are known), the laws' lines, and predictions. */
  function points(detail) {
    return {
      measured: { n: detail.n, y: detail.best },
      quartiles: quartiles(detail),
      curves: detail.curves.map((curve) => carriedOn(curve, detail.floor)),
      predictions: detail.predictions,
    };
  }

  function quartiles(detail) {
    if (!detail.median) return null;
    const known = detail.n.map((_, place) => place).filter((place) => isNumber(detail.median[place]));
    const of = (list) => known.map((place) => list?.[place] ?? detail.median[place]);
    return { n: of(detail.n), median: of(detail.median), low: of(detail.low), high: of(detail.high) };
  }

  /** A law's line within the data and beyond, and its band, which there is only beyond. */
  function carriedOn({ law, n0, n1, median, ahead = null }, floor) {
    const within = spread(n0, n1, SMOOTH);
    const above = median.map((one) => (isNumber(one) ? one - floor : null));
    const fine = refined(spread(n0, n1, median.length), above, within).map((one) =>
      one === null ? null : one + floor,
    );
    if (ahead === null) return { law, n: within, median: fine, band: null };
    const beyond = spread(ahead.n0, ahead.n1, ahead.median.length);
    return {
      law,
      n: [...within, ...beyond],
      median: [...fine, ...ahead.median],
      band: { n: beyond, low: ahead.low, high: ahead.high },
    };
  }

  /** The sizes that all figures of a series span, so that what lies above each other belongs together. */
  const sizeRange = (detail) =>
    logRange([...detail.n, ...detail.predictions.map((one) => one.n), ...detail.gaps.map(([n]) => n)], 0.03, 0.3);

  function valueRange({ measured, quartiles: bars, curves, predictions }) {
    const seen = [...measured.y, ...(bars ? [...bars.low, ...bars.high] : [])].filter(
      (one) => isNumber(one) && one > 0,
    );
    const [least, most] = [Math.min(...seen) / MOST_BEYOND, Math.max(...seen) * MOST_BEYOND];
    const lines = curves
      .slice(0, 1)
      .flatMap(({ median, band }) => [...median, ...(band ? [...band.low, ...band.high] : [])]);
    const more = [...predictions.flatMap(({ median, low, high }) => [median, low, high]), ...lines];
    return logRange([...seen, ...more.filter((one) => isNumber(one) && one >= least && one <= most)], 0.04, 0.4);
  }

  return { points, sizeRange, valueRange };
})();

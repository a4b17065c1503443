"use strict";
// What the figures of a series draw, as lists of sizes and values, and the ranges that they span.

window.Complexity ??= {};

Complexity.seriesPoints = (() => {
  const { logRange } = Complexity.axes;
  const { isNumber } = Complexity.format;
  const { at, refined, spread, through: carried } = Complexity.laws;

  // Points of a law's line within the data, of which the block holds a few.
  const SMOOTH = 90;
  // What is predicted beyond this factor of what was measured would squash the measurements.
  const MOST_ABOVE = 10;
  // The law's line is written in parts of this size.
  const PART = 1e-5;

  /** Measurements, their quartiles (null where none are known), the laws' lines, the claimed one, and predictions. */
  function points(series, detail) {
    const curves = detail.curves.map((curve) => (curve.ahead ? through(curve, detail) : alone(curve, detail.floor)));
    return {
      measured: { n: detail.n, y: detail.best },
      quartiles: quartiles(detail),
      curves,
      claimed: claimed(series, detail, curves),
      predictions: detail.predictions,
    };
  }

  function quartiles(detail) {
    if (!detail.median) return null;
    const known = detail.n.map((_, place) => place).filter((place) => isNumber(detail.median[place]));
    const of = (list) => known.map((place) => list?.[place] ?? detail.median[place]);
    return { n: of(detail.n), median: of(detail.median), low: of(detail.low), high: of(detail.high) };
  }

  /** The likeliest law's line, of which the block tells how far it lies above the measurements, and its band beyond. */
  function through({ law, path = [], ahead }, { n, best }) {
    const steps = (path.length - 1) / (n.length - 1) || 1;
    const sizes = divided(n, steps);
    const straight = divided(best, steps);
    return {
      law,
      n: [...sizes.slice(0, path.length), ...ahead.n],
      median: [...path.map((part, place) => straight[place] * (1 + part * PART)), ...ahead.median],
      band: { n: ahead.n, low: ahead.low, high: ahead.high },
    };
  }

  /** Numbers, and others between each two, evenly in logarithm. */
  const divided = (all, steps) =>
    all.flatMap((one, place) =>
      place === all.length - 1
        ? [one]
        : Array.from({ length: steps }, (_, step) => one * (all[place + 1] / one) ** (step / steps)),
    );

  /** The runner-up's line, of which the block holds a few points, within the data and beyond. */
  function alone({ law, n0, n1, median }, floor) {
    const fine = spread(n0, n1, SMOOTH);
    const above = median.map((one) => (isNumber(one) ? one - floor : null));
    const costs = refined(spread(n0, n1, median.length), above, fine);
    return { law, n: fine, median: costs.map((one) => (one === null ? null : one + floor)), band: null };
  }

  /** The claimed growth over the last sizes, from the law's line on; null where the claim has no curve to draw. */
  function claimed({ claim }, { n, floor, exponent_from: start }, curves) {
    if (!claim || !curves.length || !isNumber(start)) return null;
    const from = curves[0].n.indexOf(start);
    if (from < 0 || at(claim.law, start) === null) return null;
    const end = n.at(-1);
    const line = carried(claim.law, [start, curves[0].median[from]], floor, spread(start, end, SMOOTH));
    return { law: claim.claimed, n: line.x, median: line.y };
  }

  /** Whether sizes stand on a linear axis: what grows exponentially or falls shows more so. */
  const hasLinearSizes = (series) => ["exponential", "falling"].includes(series.law);

  /** The sizes that all figures of a series span, so that what lies above each other belongs together. */
  function sizeRange(detail, log = true) {
    const ahead = detail.curves[0]?.ahead?.n ?? [];
    const all = [...detail.n, ...ahead, ...detail.gaps.map(([n]) => n)];
    if (log) return logRange(all, 0.03, 0.3);
    const [low, high] = [Math.min(...all), Math.max(...all)];
    const pad = 0.03 * (high - low) || 1;
    return [low - pad, high + pad];
  }

  /** What was measured sets the range, and what is predicted within ten times that; nothing else does. */
  function valueRange({ measured, curves }) {
    const seen = measured.y.filter((one) => isNumber(one) && one > 0);
    const most = MOST_ABOVE * Math.max(...seen);
    const ahead = curves[0]?.median ?? [];
    return logRange([...seen, ...ahead.filter((one) => isNumber(one) && one > 0 && one <= most)], 0.05, 0.4);
  }

  return { hasLinearSizes, points, sizeRange, valueRange };
})();

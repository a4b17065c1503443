"use strict";
// The growth laws as functions of the size, for reference curves and quotients.

window.Complexity ??= {};

Complexity.laws = (() => {
  const { isNumber } = Complexity.format;
  // null where a law has no cost: the logarithm of 1 is 0, which no logarithmic axis shows and nothing divides by.
  const positive = (value) => (value > 0 && Number.isFinite(value) ? value : null);
  const AT = {
    1: () => 1,
    "log n": (n) => positive(Math.log2(n)),
    "sqrt n": (n) => Math.sqrt(n),
    n: (n) => n,
    "n log n": (n) => positive(n * Math.log2(n)),
    "n^1.5": (n) => n ** 1.5,
    "n^2": (n) => n ** 2,
    "n^2 log n": (n) => positive(n ** 2 * Math.log2(n)),
    "n^3": (n) => n ** 3,
  };

  /** The cost that a law gives a size, without a factor; null where it has none. */
  const at = (law, n) => AT[law]?.(n) ?? null;

  /** Value over law at each size; null where either is missing. */
  const quotients = (law, sizes, values) =>
    sizes.map((n, place) => {
      const unit = at(law, n);
      return isNumber(values[place]) && unit !== null ? values[place] / unit : null;
    });

  /** Sizes at even steps of the logarithm, ends included. */
  const spread = (low, high, count) =>
    Array.from({ length: count }, (_, step) => low * (high / low) ** (step / (count - 1)));

  /** Sizes and costs of a law through one measured point, above a floor; without the sizes at which it has no cost. */
  function through(law, [n, value], floor, sizes) {
    const unit = (value - floor) / at(law, n);
    const costs = sizes.map((one) => positive((at(law, one) ?? NaN) * unit + floor));
    return { x: sizes.filter((_, place) => costs[place] !== null), y: costs.filter((cost) => cost !== null) };
  }

  /**
   * A line through few points drawn with many: cubic in the logarithms of both, without overshooting (Fritsch and
   * Carlson, SIAM J. Numer. Anal. 17, 1980). Null where a neighbouring point is missing.
   */
  function refined(n, values, sizes) {
    const [x, y] = [n.map(Math.log), values.map((value) => (isNumber(value) && value > 0 ? Math.log(value) : NaN))];
    const slope = (step) => (y[step + 1] - y[step]) / (x[step + 1] - x[step]);
    const tangent = (place) => {
      if (place === 0) return slope(0);
      if (place === x.length - 1) return slope(place - 1);
      const [before, after] = [slope(place - 1), slope(place)];
      return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
    };
    let step = 0;
    return sizes.map((size) => {
      const here = Math.log(size);
      while (step < x.length - 2 && here > x[step + 1]) step += 1;
      const width = x[step + 1] - x[step];
      const t = Math.min(1, Math.max(0, (here - x[step]) / width));
      const [start, end] = [tangent(step) * width, tangent(step + 1) * width];
      const cubic =
        (2 * t ** 3 - 3 * t ** 2 + 1) * y[step] +
        (t ** 3 - 2 * t ** 2 + t) * start +
        (3 * t ** 2 - 2 * t ** 3) * y[step + 1] +
        (t ** 3 - t ** 2) * end;
      return Number.isFinite(cubic) ? Math.exp(cubic) : null;
    });
  }

  return { NAMES: Object.keys(AT), at, quotients, refined, spread, through };
})();

"use strict";
// The cost of one series over that of another, at the sizes that both cover.

window.Complexity ??= {};

Complexity.ratioFigure = (() => {
  const { logRange, plane, sizeTitle, zoomed } = Complexity.axes;
  const { isNumber, plotText, size, threeDigits } = Complexity.format;
  const { line } = Complexity.seriesItems;

  // As wythoff.harness.compare.ratios has it: shared sizes if these are most, else interpolated over no wide gap.
  const ENOUGH = 0.6;
  const WIDEST = 2 ** 2.1;

  const positive = ({ n, y }) =>
    n.map((one, place) => [one, y[place]]).filter(([one, cost]) => one > 0 && isNumber(cost) && cost > 0);

  /** Sizes and ratios of the second to the first. */
  function ratios(first, second) {
    const [a, b] = [positive(first), positive(second)];
    if (!a.length || !b.length) return [];
    const [low, high] = [Math.max(a[0][0], b[0][0]), Math.min(a.at(-1)[0], b.at(-1)[0])];
    const inside = [a, b].map((points) => points.map(([n]) => n).filter((n) => n >= low && n <= high));
    const shared = inside[0].filter((n) => inside[1].includes(n));
    const enough = shared.length >= ENOUGH * Math.max(...inside.map((one) => one.length));
    const sizes = enough ? shared : [...new Set(inside.flat())].sort((one, other) => one - other);
    return sizes.map((n) => [n, at(b, n) / at(a, n)]).filter(([, ratio]) => Number.isFinite(ratio));
  }

  /** The cost at a size, interpolated in logarithms; NaN over a wide gap. */
  function at(points, n) {
    const after = points.findIndex(([size]) => size >= n);
    const [right, above] = points[after];
    if (right === n) return above;
    const [left, below] = points[after - 1];
    return right / left <= WIDEST ? below * (above / below) ** (Math.log(n / left) / Math.log(right / left)) : NaN;
  }

  function figureOf(comparison, first, second, xLog) {
    const found = ratios(first, second);
    const [sizes, values] = [found.map(([n]) => n), found.map(([, ratio]) => ratio)];
    const every = [first, second].flatMap((one) => one.n);
    const build = ({ theme, zoom, ...pixels }) => {
      const xs = zoomed(zoom?.x, xLog, xLog ? logRange(every, 0.04, 0.3) : [0, Math.max(1, ...every) * 1.06]);
      const ys = zoomed(zoom?.y, true, logRange([...values, 1], 0.1, 0.3));
      const text = found.map(([n, ratio]) => `n = ${size(n)}<br>${plotText(threeDigits(ratio))} times`);
      const marker = { color: theme.law, symbol: "circle", size: 6 };
      const x = { range: xs, log: xLog, title: sizeTitle(comparison.axis) };
      return {
        items: [
          {
            id: "ratio",
            label: "second over first, lowest samples",
            swatch: { line: theme.law, width: 1.8, symbol: "circle", colour: theme.law },
            z: 2,
            traces: [line(sizes, values, { color: theme.law, width: 1.8 }, { mode: "lines+markers", marker, text })],
          },
          {
            id: "equal",
            label: "equal cost",
            swatch: { line: theme.reference, width: 1.2, dash: "dash" },
            z: 1,
            traces: [line(xs, [1, 1], { color: theme.reference, width: 1.2, dash: "dash" }, { hoverinfo: "skip" })],
          },
        ],
        layout: plane(x, { range: ys, log: true, title: "ratio", unit: "" }, pixels, theme),
      };
    };
    const ends = found.length ? `${threeDigits(values[0])} at n = ${size(sizes[0])}, ${threeDigits(values.at(-1))} at n = ${size(sizes.at(-1))}` : "no sizes in common";
    return { build, describe: `Ratio of the second to the first over size: ${ends}.` };
  }

  return { figureOf };
})();

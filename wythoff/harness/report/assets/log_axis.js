"use strict";
// A logarithmic axis for flot 0.8, which has none of its own: transform, range and ticks.

window.Complexity ??= {};

Complexity.logAxis = (() => {
  const LABEL_WIDTH = 44;
  // Beyond so many powers of ten their labels alone say enough.
  const MOST_DECADES_DIVIDED = 4;
  const MANTISSAS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

  /** Make an axis logarithmic, in flot's hook processOptions: before the data and the size of the plot are known. */
  function apply(plot, options) {
    options.transform = (value) => (value > 0 ? Math.log10(value) : null);
    options.inverseTransform = (exponent) => 10 ** exponent;
    options.labelWidth = LABEL_WIDTH;
    options.ticks = ({ min, max }) => ticks(min, max, plot.getPlaceholder().width());
    // A size of 0 has no place on this axis.
    plot.hooks.processRawData.push((_, series) => {
      series.data = series.data.filter(([value]) => value > 0);
    });
    plot.hooks.processOffset.push(() => widen(plot.getXAxes()[0]));
  }

  /** Leave a margin beside the first and the last size, or where nothing is drawn, show an axis all the same. */
  function widen(axis) {
    const [first, last] = axis.datamin > 0 ? [axis.datamin, axis.datamax] : [1, 10];
    const margin = Math.max(1.1, (last / first) ** 0.02);
    axis.options.min ??= first / margin;
    axis.options.max ??= last * margin;
  }

  /** Ticks for flot: [value, label], as many labels as there is room for, the rest empty. */
  function ticks(min, max, width) {
    const room = Math.max(2, Math.floor(width / LABEL_WIDTH / 1.4));
    const [first, last] = [Math.floor(Math.log10(min)), Math.ceil(Math.log10(max))];
    const within = [];
    for (let exponent = first; exponent <= last; exponent++) {
      for (const mantissa of MANTISSAS) {
        const value = Number(`${mantissa}e${exponent}`);
        if (value >= min && value <= max) within.push({ value, mantissa, exponent });
      }
    }
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

  return { apply };
})();

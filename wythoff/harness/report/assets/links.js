"use strict";
// Names for series and comparisons that last from one build of the page to the next, and what a name means.

window.Complexity ??= {};

Complexity.links = (() => {
  const { href } = Complexity.state;
  const { found } = Complexity.data;

  const WHERE = ["machine", "environment", "commit"];
  // So many digits tell commits apart, and stay legible.
  const DIGITS = 12;

  const valueOf = (entry, key) => (WHERE.includes(key) ? entry.where[key] : entry[key]);
  // Of each list its entries by name: a link is made for each of thousands.
  const indexes = new Map();

  function called(entries, name) {
    if (!indexes.has(entries)) indexes.set(entries, byName(entries));
    return indexes.get(entries).get(name) ?? [];
  }

  function byName(entries) {
    const index = new Map();
    for (const entry of entries) {
      if (!index.has(entry.label)) index.set(entry.label, []);
      index.get(entry.label).push(entry);
    }
    return index;
  }

  /**
   * Of the entries with a state's name the newest that the rest of the state fits; null if there is none. Names that
   * were too long are cut, and may be the same then: `nth` counts such entries.
   */
  function meant(entries, name, state, keys) {
    const fits = (entry, key) => {
      const wanted = state.get(key);
      if (wanted === null) return true;
      return key === "commit" ? wanted !== "" && entry.where.commit.startsWith(wanted) : valueOf(entry, key) === wanted;
    };
    const left = called(entries, name).filter((entry) => keys.every((key) => fits(entry, key)));
    left.sort((one, other) => other.where.date - one.where.date);
    return left[Math.max(1, Number(state.get("nth")) || 1) - 1] ?? null;
  }

  /** The address of an entry: its name, and as much of the rest as tells it from its namesakes. */
  function address(kind, entry, entries, keys) {
    const namesakes = called(entries, entry.label);
    const differing = keys.filter((key) => namesakes.some((other) => valueOf(other, key) !== valueOf(entry, key)));
    const rest = differing.map((key) => [
      key,
      key === "commit" ? entry.where.commit.slice(0, DIGITS) : valueOf(entry, key),
    ]);
    const same = namesakes.filter((other) => keys.every((key) => valueOf(other, key) === valueOf(entry, key)));
    if (same.length > 1) rest.push(["nth", same.indexOf(entry) + 1]);
    return href({ [kind]: entry.label, ...Object.fromEntries(rest) });
  }

  const SERIES = ["axis", ...WHERE];
  const COMPARISON = ["axis", "vary", ...WHERE];

  return {
    comparisonHref: (entry) => address("comparison", entry, found.comparisons, COMPARISON),
    comparisonOf: (state) => Complexity.sides.comparisonOf(state) ?? meant(found.comparisons, state.get("comparison"), state, COMPARISON),
    namesakes: (entry) => called(found.series, entry.label).filter((other) => other !== entry),
    seriesHref: (entry) => address("series", entry, found.series, SERIES),
    seriesOf: (state) => meant(found.series, state.get("series"), state, SERIES),
  };
})();

"use strict";
// Which series a state of the page means, and in which order.

window.Complexity ??= {};

Complexity.seriesFilter = (() => {
  const UNDECIDED = "undecided";
  const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

  /** Words that must all be there, or a regular expression between slashes; null where that is none. */
  function textTest(text) {
    const pattern = /^\/(.*)\/$/s.exec(text);
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (pattern === null) return (series) => words.every((word) => series.words.includes(word));
    try {
      const expression = new RegExp(pattern[1], "iu");
      return (series) => expression.test(series.words);
    } catch {
      return null;
    }
  }

  const verdicts = (state) => new Set((state.get("verdict") ?? "").split(",").filter(Boolean));

  function filtered(all, state) {
    const chosen = verdicts(state);
    const [law, machine, benchmark] = ["law", "machine", "benchmark"].map((key) => state.get(key));
    const test = textTest(state.get("q") ?? "") ?? (() => true);
    return all.filter(
      (series) =>
        (!chosen.size || chosen.has(series.verdict)) &&
        (!law || lawKey(series) === law) &&
        (!machine || series.where.machine === machine) &&
        (!benchmark || series.benchmark === benchmark) &&
        test(series),
    );
  }

  /** The column that a state sorts by, and whether falling. */
  function order(state, columns) {
    const sort = state.get("sort") ?? "";
    return { column: columns.find((one) => one.key === sort.replace(/^-/, "")) ?? null, falling: sort.startsWith("-") };
  }

  /** What has no value comes last either way; equals keep their order, and without a column contradicted claims come first. */
  function sorted(rows, { column, falling }) {
    if (column === null)
      return [...rows].sort((one, other) => (other.verdict === "contradicted") - (one.verdict === "contradicted"));
    const keyed = rows.map((series) => [column.sort(series), series]);
    const known = keyed.filter(([key]) => key !== null);
    const compare = (one, other) =>
      typeof one === "number" && typeof other === "number" ? one - other : collator.compare(one, other);
    known.sort(([one], [other]) => (falling ? compare(other, one) : compare(one, other)));
    return [...known, ...keyed.filter(([key]) => key === null)].map(([, series]) => series);
  }

  const lawKey = (series) => (series.decided ? series.law : UNDECIDED);

  /** The laws that there are, in the order of their growth, with the numbers of their series. */
  function lawCounts(all, laws) {
    const counts = new Map();
    for (const series of all) counts.set(lawKey(series), (counts.get(lawKey(series)) ?? 0) + 1);
    return [...laws, UNDECIDED].filter((law) => counts.has(law)).map((law) => [law, counts.get(law)]);
  }

  const distinct = (values) => [...new Set(values)].sort(collator.compare);

  return { UNDECIDED, distinct, filtered, lawCounts, order, sorted, textTest, verdicts };
})();

"use strict";
// What changed over the commits of a series: in words, and as figures.

window.Complexity ??= {};

Complexity.historyView = (() => {
  const { el, law: lawNodes, sentence } = Complexity.dom;
  const { count, isNumber, minus, size } = Complexity.format;
  const { figure } = Complexity.figures;
  const { dataTable } = Complexity.tables;

  const KINDS = { class: "class", trend: "trend", constant: "constant", overhead: "overhead" };

  /** A mark for tables and lists: what kind of change, and for whom. */
  const kindOf = (kind, worse) =>
    el("span", { class: `change ${worse ? "worse" : "better"}` }, worse ? "▲ " : "▼ ", worse ? "worse " : "better ", KINDS[kind] ?? kind);

  /** The section of a series' view; null where there is one commit only. */
  function section(series, nameParts) {
    const history = Complexity.data.history(series);
    if (history === null || !history.commits.length) return null;
    const frame = (title, part, file, more = {}) =>
      figure({
        title,
        part,
        heading: series.label,
        where: `${series.where.machine} ${series.where.environment}`.trim(),
        nameParts: [...nameParts, file],
        height: 320,
        ...more,
      }).element;
    return el(
      "section",
      { class: "history", "aria-labelledby": "history-title" },
      el("h3", { id: "history-title" }, "Over commits"),
      words(series, history),
      frame("Exponent over commits", Complexity.historyFigure.exponents(series, history), "exponents", {
        note: "Bars: 95 % intervals. The law is looked for in each stretch between changes; the exponent of a single commit is that of its stretch, and the power of n by which its costs grow faster.",
      }),
      frame(`Cost at n = ${size(history.n)} over commits`, Complexity.historyFigure.costs(series, history), "costs", {
        note: "Lowest samples, as measured: what struck the run of a commit as a whole is in them, and is taken off before changes are looked for.",
      }),
      table(series, history, nameParts),
    );
  }

  function words(series, history) {
    const span = `${count(history.commits.length, "commit")}, ${history.commits[0].day} to ${history.commits.at(-1).day}`;
    const compare = el("a", { href: Complexity.sides.href(series) }, "hold two side by side");
    if (!history.marks.length)
      return el("p", {}, `${span}: no change that these data could show; `, compare, ".");
    return [
      el("p", {}, `${span}, with ${count(history.marks.length, "change")}; `, compare, ":"),
      el(
        "ol",
        { class: "changes" },
        history.marks.map((mark) =>
          el(
            "li",
            {},
            kindOf(mark.kind, mark.worse),
            " at ",
            commitLink(history.commits[mark.at]),
            ` of ${history.commits[mark.at].day}: `,
            sentence(mark.text),
            mark.unconfirmed ? " It is the newest commit, and no later one confirms it yet." : null,
          ),
        ),
      ),
    ];
  }

  /** A commit's beginning, which leads to where the project shows it. */
  function commitLink({ hash, url }) {
    const text = el("span", { class: "code" }, hash.slice(0, 8));
    return url ? el("a", { href: url, rel: "noreferrer" }, text) : text;
  }

  function table(series, history, nameParts) {
    const unit = history.unit ?? series.unit;
    const at = (place) => history.stretches.findLast(({ from }) => from <= place);
    const changed = new Map(history.marks.map((mark) => [mark.at, mark]));
    const rows = history.commits.map((commit, place) => ({ ...commit, place })).reverse();
    return dataTable({
      caption: "Commits",
      nameParts,
      rows,
      columns: [
        { title: "commit", name: "commit", value: (row) => row.hash, cell: commitLink, head: true },
        { title: "day", name: "day", value: (row) => row.day, cell: (row) => row.day },
        {
          title: "grows as",
          name: "law",
          value: (row) => at(row.place)?.law ?? null,
          cell: (row) => (at(row.place)?.law ? lawNodes(at(row.place).law) : "–"),
        },
        {
          title: "exponent",
          name: "exponent",
          value: (row) => history.exponents[row.place],
          cell: (row) => (isNumber(history.exponents[row.place]) ? minus(history.exponents[row.place].toFixed(2)) : "–"),
          number: true,
        },
        {
          title: `at n = ${size(history.n)}`,
          name: "value",
          value: (row) => history.values[row.place],
          cell: (row) => Complexity.format.value(history.values[row.place], unit) || "–",
          number: true,
        },
        {
          title: "change",
          name: "change",
          value: (row) => changed.get(row.place)?.kind ?? null,
          cell: (row) => (changed.has(row.place) ? kindOf(changed.get(row.place).kind, changed.get(row.place).worse) : ""),
        },
      ],
    });
  }

  return { commitLink, kindOf, section };
})();

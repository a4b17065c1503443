"use strict";
// All numbers of one series in tables.

window.Complexity ??= {};

Complexity.seriesTables = (() => {
  const { el, law: lawNodes } = Complexity.dom;
  const { isNumber, minus, share, size, threeDigits, value } = Complexity.format;
  const { at } = Complexity.laws;
  const { dataTable } = Complexity.tables;

  const NONE = "–";

  function tables(series, detail, nameParts) {
    const table = (caption, columns, rows, note = null) =>
      rows.length ? dataTable({ caption, columns, rows, nameParts, note }) : null;
    const sizes = detail.n.map((_, place) => place);
    return el(
      "div",
      { class: "tables" },
      table("Probability of each law", probabilityColumns(series), Object.entries(detail.probabilities)),
      table("Prediction", predictionColumns(series), detail.predictions),
      table("Sizes", sizeColumns(series, detail), sizes),
      table(
        "Jumps",
        jumpColumns(),
        detail.jumps,
        "Where the cost per unit of work changes at once, the law’s growth taken out.",
      ),
      table("Sizes without a value", reasonColumns(series), detail.gaps),
      table("Sizes some of whose samples are left out", reasonColumns(series), detail.notes),
      table("Values left out", lostColumns(), series.leftOut),
    );
  }

  /** A column of numbers: `of(row)` is saved, `show` writes it. */
  const number = (title, name, of, show, more = {}) => ({
    title,
    name,
    value: of,
    cell: (row) => (isNumber(of(row)) ? show(of(row)) : NONE),
    number: true,
    ...more,
  });
  const text = (title, name, of, more = {}) => ({ title, name, value: of, cell: (row) => of(row) ?? NONE, ...more });
  const sizeColumn = (series, of) => number(series.axis || "n", "n", of, size, { head: true });

  function sizeColumns(series, detail) {
    const { unit } = series;
    const measured = (title, name, of) => number(title, `${name}_${unit}`, of, (one) => value(one, unit));
    const lowest = detail.floor ? `(lowest − ${value(detail.floor, unit)})` : "lowest";
    const over = (law) => (place) => {
      const steps = at(law, detail.n[place]);
      return steps === null ? null : (detail.best[place] - detail.floor) / steps;
    };
    const quartiles = [
      measured("median", "median", (place) => detail.median[place]),
      measured("25 %", "quartile_25", (place) => detail.low?.[place] ?? null),
      measured("75 %", "quartile_75", (place) => detail.high?.[place] ?? null),
    ];
    return [
      sizeColumn(series, (place) => detail.n[place]),
      measured("lowest", "lowest", (place) => detail.best[place]),
      ...(detail.median ? quartiles : []),
      measured(`${lowest} / n`, "lowest_per_n", over("n")),
      measured(`${lowest} / (n log n)`, "lowest_per_n_log_n", over("n log n")),
      number(
        "exponent from here",
        "exponent_to_next",
        (place) => detail.slopes[place] ?? null,
        (one) => minus(one.toFixed(2)),
      ),
    ];
  }

  function predictionColumns(series) {
    const predicted = (title, key) =>
      number(
        title,
        `${key}_${series.unit}`,
        (row) => row[key],
        (one) => value(one, series.unit),
      );
    return [
      sizeColumn(series, (row) => row.n),
      predicted("median", "median"),
      predicted("5 %", "low"),
      predicted("95 %", "high"),
    ];
  }

  const jumpColumns = () => [
    number("from", "n_before", (row) => row.before, size),
    number("to", "n_after", (row) => row.after, size),
    number("factor", "factor", (row) => row.factor, threeDigits),
    number("probability", "probability", (row) => row.probability, share),
    text("outgrows", "level", (row) => row.level ?? null),
  ];

  const reasonColumns = (series) => [sizeColumn(series, (row) => row[0]), text("reason", "reason", (row) => row[1])];

  const lostColumns = () => [
    text("reason", "reason", (row) => row[0], { head: true }),
    number("values", "count", (row) => row[1], size),
  ];

  /** Bars of probabilities that are a table too. */
  function probabilityColumns(series) {
    const claimed = (law) => (series.claim?.law === law ? el("span", { class: "small" }, "claimed") : null);
    const bar = (likely) =>
      el(
        "span",
        { class: "likely", "aria-hidden": "true" },
        el("span", { style: `width:${(100 * likely).toFixed(1)}%` }),
      );
    return [
      { title: "law", name: "law", value: ([law]) => law, cell: ([law]) => [lawNodes(law), claimed(law)], head: true },
      number(
        "probability",
        "probability",
        ([, likely]) => likely,
        (likely) => [bar(likely), share(likely)],
      ),
    ];
  }

  return { NONE, number, tables, text };
})();

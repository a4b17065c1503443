"use strict";
// The numbers of a comparison: its series, their crossovers, all values by size, and what was published.

window.Complexity ??= {};

Complexity.comparisonTables = (() => {
  const { el, heading, law: lawNodes, name } = Complexity.dom;
  const { answer, count, exponent, size, value } = Complexity.format;
  const { members, varying } = Complexity.comparisonFigure;
  const { claimCell, exponentCell, largestCell, lawCell, nextCell, scale } = Complexity.seriesColumns;
  const { NONE, number, text } = Complexity.seriesTables;
  const { dataTable } = Complexity.tables;

  const CROSSOVERS =
    "Measured: the order changes there for good, beyond the spread. Predicted: beyond the data of one or both, where both laws are decided.";

  function tables(comparison, nameParts) {
    const { own, published } = members(comparison);
    const table = (caption, columns, rows, note = null) =>
      rows.length ? dataTable({ caption, columns, rows, nameParts, note }) : null;
    const crossovers = comparison.crossovers.map((one, place) => ({ ...one, number: place + 1 }));
    return el(
      "div",
      { class: "tables" },
      table(
        "Series",
        seriesColumns(comparison),
        [...new Set(own.map((one) => one.series))],
      ),
      comparison.uncrossed
        ? el("p", { class: "note" }, "There are too many series here to look for crossovers.")
        : null,
      table("Crossovers", crossoverColumns(comparison), crossovers, CROSSOVERS),
      table(`Values by size (${comparison.unit})`, ...valuesBySize(comparison, [...own, ...published])),
      table(
        "Published measurements",
        publishedColumns(),
        published.map((one) => one.published),
      ),
    );
  }

  const seriesColumns = (comparison) => [
    {
      title: heading(comparison.vary),
      name: "series",
      value: (one) => varying(one, comparison),
      cell: (one) => el("a", { href: Complexity.links.seriesHref(one) }, name(varying(one, comparison))),
      head: true,
    },
    { title: "grows as", name: "law", value: (one) => one.law_text, cell: lawCell },
    {
      title: el("span", { class: "pictured" }, scale(), "exponent"),
      name: "exponent",
      value: (one) => one.exponent?.[0] ?? null,
      cell: exponentCell,
      number: true,
    },
    {
      title: "claim",
      name: "claim",
      value: (one) => (one.claim ? `${one.claim.claimed}: ${one.claim.verdict}` : null),
      cell: claimCell,
    },
    { title: "largest size", name: "n_max", value: (one) => one.n_max, cell: largestCell, number: true },
    {
      title: "predicted at twice that",
      name: "next",
      value: (one) => one.next?.median ?? null,
      cell: nextCell,
      number: true,
    },
  ];

  function crossoverColumns(comparison) {
    const { series } = Complexity.data.found;
    const side = (which) => (row) => varying(series[row[which]], comparison);
    const about = (n, digits) => size(Number(n.toPrecision(digits)));
    return [
      number("no.", "number", (row) => row.number, String, { head: true }),
      { title: "below it cheaper", name: "below", value: side("below"), cell: (row) => name(side("below")(row)) },
      { title: "from it on cheaper", name: "from", value: side("above"), cell: (row) => name(side("above")(row)) },
      number(
        comparison.axis || "n",
        "n",
        (row) => row.n,
        (n) => about(n, 3),
      ),
      {
        title: "range",
        cell: (row) => (row.low ? `${about(row.low, 2)} to ${about(row.high, 2)}` : NONE),
        number: true,
      },
      { name: "low", value: (row) => row.low ?? null },
      { name: "high", value: (row) => row.high ?? null },
      text("how known", "kind", (row) => row.kind),
    ];
  }

  /** Columns and rows: sizes down, series across. */
  function valuesBySize(comparison, all) {
    const maps = all.map((one) => new Map(one.n.map((n, place) => [n, one.y[place]])));
    const sizes = [...new Set(all.flatMap((one) => one.n))].sort((one, other) => one - other);
    const column = (one, place) => {
      const title = [heading(one.label), one.published ? el("span", { class: "small" }, "published") : null];
      const saved = one.published ? `published: ${one.label}` : one.label;
      return number(
        title,
        saved,
        (n) => maps[place].get(n) ?? null,
        (cell) => value(cell, comparison.unit),
      );
    };
    return [[number(comparison.axis || "n", "n", (n) => n, size, { head: true }), ...all.map(column)], sizes];
  }

  const publishedColumns = () => [
    { title: "name", name: "name", value: (row) => row.name, cell: (row) => name(row.name), head: true },
    text("source", "source", (row) => row.source ?? null),
    {
      title: "grows as",
      name: "law",
      value: (row) => row.law_text ?? null,
      cell: (row) => (row.law ? (row.decided ? lawNodes(answer(row)) : "undecided") : NONE),
    },
    {
      title: "exponent",
      name: "exponent",
      value: (row) => row.exponent?.[0] ?? null,
      cell: (row) => exponent(row.exponent) || NONE,
      number: true,
    },
    {
      title: "sizes",
      name: "sizes",
      value: (row) => row.n.length,
      cell: (row) => `${count(row.n.length, "size")}, ${size(row.n[0])} to ${size(row.n.at(-1))}`,
    },
  ];

  return { tables };
})();

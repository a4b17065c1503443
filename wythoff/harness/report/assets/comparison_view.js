"use strict";
// Comparisons: the list of them, and one with its figure.

window.Complexity ??= {};

Complexity.comparisonView = (() => {
  const { choice, el, name, parameters } = Complexity.dom;
  const { law: lawText, size } = Complexity.format;
  const { figureOf, members, varying } = Complexity.comparisonFigure;
  const { dataTable } = Complexity.tables;
  const { adjust, href } = Complexity.state;

  const DIVISORS = Complexity.laws.NAMES.filter((law) => law !== "1");
  const SCALES = [
    ["log", "logarithmic"],
    ["linear", "linear"],
  ];

  function renderList(state, overview) {
    const { comparisons, series } = Complexity.data.found;
    const places = [...new Set(comparisons.map((one) => one.where.text))];
    const compared = (one) => one.series.map((id) => varying(series[id], one));
    const columns = [
      {
        title: "benchmark",
        name: "benchmark",
        value: (one) => one.label,
        cell: (one) => el("a", { href: Complexity.links.comparisonHref(one) }, name(one.label)),
        head: true,
      },
      { title: "compared over", name: "compared_over", value: (one) => one.vary, cell: (one) => name(one.vary) },
      {
        title: "series",
        name: "series",
        value: (one) => compared(one).join(", "),
        cell: (one) => name(compared(one).join(", ")),
      },
      {
        title: "crossovers",
        name: "crossovers",
        value: (one) => one.crossovers.length,
        cell: (one) => size(one.crossovers.length),
        number: true,
      },
      {
        title: places.length > 1 ? "where" : null,
        name: "where",
        value: (one) => one.where.text,
        cell: places.length > 1 ? (one) => name(one.where.text) : null,
      },
    ];
    const nothing = "No benchmark was measured with two values of another parameter, so there is nothing to compare.";
    const element = el(
      "section",
      { class: "view", "aria-labelledby": "view-title" },
      el("h2", { id: "view-title", tabindex: -1 }, "Comparisons"),
      places.length === 1 ? el("p", { class: "note" }, "Measured on ", name(places[0]), ".") : null,
      comparisons.length
        ? dataTable({
            caption: "Series of one benchmark together",
            columns,
            rows: comparisons,
            nameParts: [overview.project],
          })
        : el("p", {}, nothing),
    );
    return { element, title: "Comparisons" };
  }

  function render(state, overview) {
    const comparison = Complexity.links.comparisonOf(state);
    const nameParts = [overview.project, comparison.label, "by", comparison.vary];
    const common = comparison.fixed.length ? [", with ", parameters(comparison.fixed)] : null;
    const element = el(
      "article",
      { class: "view", "aria-labelledby": "view-title" },
      el(
        "nav",
        { class: "steps", "aria-label": "Comparisons" },
        el("a", { href: href({ view: "comparisons" }), class: "back" }, "← All comparisons"),
      ),
      el(
        "h2",
        { id: "view-title", tabindex: -1, class: "long" },
        name(comparison.benchmark),
        el("span", { class: "under" }, "compared over ", name(comparison.vary), common),
      ),
      el("p", { class: "note" }, name(comparison.where.text)),
      drawing(comparison, state, nameParts),
      Complexity.comparisonTables.tables(comparison, nameParts),
    );
    return { element, title: `${comparison.label} by ${comparison.vary}` };
  }

  function drawing(comparison, state, nameParts) {
    const options = {
      x: state.get("x"),
      y: state.get("y"),
      by: DIVISORS.includes(state.get("by")) ? state.get("by") : "",
    };
    const now = () =>
      figureOf(comparison, { xLog: options.x !== "linear", yLog: options.y !== "linear", by: options.by });
    const change = (key, chosen) => {
      options[key] = chosen === "log" ? "" : chosen;
      adjust({ [key]: options[key] });
      shown.change(now());
    };
    const control = (label, key, choices) =>
      choice(label, choices, options[key] || choices[0][0], (chosen) => change(key, chosen), { "data-choice": key });
    const laws = DIVISORS.map((one) => [one, lawText(one)]);
    const shown = Complexity.figures.figure({
      title: "All series",
      part: now(),
      heading: comparison.label,
      where: comparison.where.text,
      nameParts,
      height: 540,
      controls: [
        control("size", "x", SCALES),
        control("value", "y", SCALES),
        control("divided by", "by", [["", "nothing"], ...laws]),
      ],
      note: members(comparison).published.length
        ? "Dashed lines with open markers are published measurements, made on other machines."
        : null,
    });
    return shown.element;
  }

  return { render, renderList };
})();

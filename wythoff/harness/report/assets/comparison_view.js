"use strict";
// One comparison: its figure, and its numbers in tables.

window.Complexity ??= {};

Complexity.comparisonView = (() => {
  const { choice, el, name, parameters } = Complexity.dom;
  const { law: lawText } = Complexity.format;
  const { figureOf, members } = Complexity.comparisonFigure;
  const { adjust, href } = Complexity.state;

  const DIVISORS = Complexity.laws.NAMES.filter((law) => law !== "1");
  const SCALES = [
    ["log", "logarithmic"],
    ["linear", "linear"],
  ];

  function render(state, overview) {
    const comparison = Complexity.links.comparisonOf(state);
    const pair = Complexity.pairView.pairOf(comparison, state);
    const nameParts = [overview.project, comparison.label, "by", comparison.vary];
    const common = comparison.fixed.length ? [", with ", parameters(comparison.fixed)] : null;
    const element = el(
      "article",
      { class: "view", "aria-labelledby": "view-title" },
      el(
        "nav",
        { class: "steps", "aria-label": "Comparisons" },
        comparison.runs
          ? el("a", { href: Complexity.links.seriesHref(comparison.runs), class: "back" }, "← The series")
          : el("a", { href: href({ view: "comparisons" }), class: "back" }, "← All comparisons"),
      ),
      el(
        "h2",
        { id: "view-title", tabindex: -1, class: "long" },
        name(comparison.benchmark),
        el("span", { class: "under" }, "compared over ", name(comparison.vary), common),
      ),
      comparison.runs ? null : el("p", { class: "note" }, name(comparison.where.text)),
      pair.bar,
      drawing(comparison, state, nameParts, pair),
      pair.ratio(nameParts),
      pair.tables(nameParts),
    );
    return { element, title: `${comparison.label} by ${comparison.vary}` };
  }

  function drawing(comparison, state, nameParts, pair) {
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
      if (key === "x") pair.stretch(options.x !== "linear");
    };
    const control = (label, key, choices) =>
      choice(label, choices, options[key] || choices[0][0], (chosen) => change(key, chosen), { "data-choice": key });
    const laws = DIVISORS.map((one) => [one, lawText(one)]);
    const shown = Complexity.figures.figure({
      title: comparison.runs ? "Both" : "All series",
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
    pair.watch(() => shown.change(now()), options.x !== "linear");
    return shown.element;
  }

  return { render };
})();

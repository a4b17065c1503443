"use strict";
// One series: the answer and its evidence, the figures, and every number in tables.

window.Complexity ??= {};

Complexity.seriesView = (() => {
  const { choice, el, facts, law: lawNodes, name, parameters, sentence, verdict, VERDICTS } = Complexity.dom;
  const { answer, capital, count, exponent, isNumber, law: lawText, share, size, value } = Complexity.format;
  const { figure } = Complexity.figures;
  const { hasLinearSizes } = Complexity.seriesPoints;
  const { adjust, list } = Complexity.state;

  const DIVISORS = Complexity.laws.NAMES;
  const MOST_NAMED = 8;
  // Laws whose names don't go on from "grows as".
  const MANNERLESS = new Set(["1", "exponential", "falling", "none"]);
  const WITHOUT_LOGARITHM = { "log n": "1", "n log n": "n", "n^2 log n": "n^2" };

  function render(state, overview) {
    const series = Complexity.links.seriesOf(state);
    const detail = Complexity.data.detail(series);
    Complexity.seriesList.remember(series.id);
    const nameParts = [overview.project, series.label];
    const under = series.fixed.length ? el("span", { class: "under" }, parameters(series.fixed)) : null;
    const element = el(
      "article",
      { class: "view", "aria-labelledby": "view-title" },
      steps(series),
      el("h2", { id: "view-title", tabindex: -1, class: "long" }, name(series.benchmark), under),
      el("p", { class: "note" }, name(series.where.text), links(series, overview)),
      el("div", { class: "answer" }, answerOf(series, detail), workOf(series), claimOf(series)),
      detail.n.length
        ? figures(series, detail, state, nameParts)
        : el("p", {}, "No size of this series has a value that can be used, so there is nothing to draw."),
      Complexity.historyView.section(series, nameParts),
      Complexity.seriesTables.tables(series, detail, nameParts),
    );
    return { element, title: series.label };
  }

  /** Back to the list as it was left, and to the series before and after in it. */
  function steps(series) {
    const [before, after] = Complexity.seriesList.neighbours(series);
    const step = (other, text) =>
      other ? el("a", { href: Complexity.links.seriesHref(other), title: other.label }, text) : null;
    return el(
      "nav",
      { class: "steps", "aria-label": "Series" },
      el("a", { href: list(), class: "back" }, list().includes("view=series") ? "← All series" : "← Overview"),
      step(before, "Previous"),
      step(after, "Next"),
    );
  }

  function links(series, overview) {
    const { comparisons } = Complexity.data.found;
    const parts = comparisons
      .filter((one) => one.series.includes(series.id))
      .map((one) => [" · ", el("a", { href: Complexity.links.comparisonHref(one) }, "compare over ", name(one.vary))]);
    if (overview.asv_site && series.graph)
      parts.push(" · ", el("a", { href: `index.html${series.graph}`, target: "_top" }, "graph in asv"));
    const others = Complexity.links.namesakes(series);
    if (Complexity.sides.exist(series))
      parts.push(" · ", el("a", { href: Complexity.sides.href(series) }, "compare commits and machines"));
    const link = (one) => el("a", { href: Complexity.links.seriesHref(one) }, name(elsewhere(series, one)));
    if (others.length) {
      parts.push(
        " · also measured: ",
        others.slice(0, MOST_NAMED).map((one, place) => [place ? ", " : null, link(one)]),
      );
      if (others.length > MOST_NAMED) parts.push(` and ${others.length - MOST_NAMED} more`);
    }
    return parts;
  }

  /** What tells a series of the same name from this one. */
  function elsewhere(series, other) {
    const parts = [];
    if (other.axis !== series.axis) parts.push(`over ${other.axis}`);
    if (other.where.machine !== series.where.machine) parts.push(other.where.machine);
    if (other.where.environment !== series.where.environment) parts.push(other.where.environment);
    if (other.where.commit !== series.where.commit) parts.push(`${other.where.short} ${other.where.day}`.trim());
    return parts.join(", ") || other.where.text;
  }

  function headOf({ decided, law, candidates }) {
    if (decided) return MANNERLESS.has(law) ? "Law" : "Grows as";
    return candidates.length > 1 ? "Undecided between" : "Undecided";
  }

  function answerOf(series, detail) {
    return el(
      "div",
      { class: "cell" },
      el("p", { class: "head" }, headOf(series)),
      el("p", { class: "big" }, series.sizes ? lawNodes(answer(series)) : "–"),
      facts([
        [series.decided ? "probability" : ["probability of ", lawNodes(series.law)], share(series.probability)],
        ["exponent at the largest sizes, 95 % interval", exponent(series.exponent)],
        ["sizes", series.sizes ? `${count(series.sizes, "size")}, ${size(series.n_min)} to ${size(series.n_max)}` : ""],
        ["size worth measuring next", size(series.measure_next)],
        ["floor: memory of the process itself", detail.floor ? value(detail.floor, series.unit) : ""],
      ]),
      detail.why ? el("p", {}, sentence(detail.why)) : null,
      detail.clock ? el("p", {}, sentence(`Times are by ${detail.clock}`)) : null,
    );
  }

  /** What the counts of the same body say, where there are any. */
  function workOf({ work, where }) {
    if (!work) return null;
    const claimed = work.claimed ? [lawNodes(work.claimed), `: ${work.verdict}`] : "";
    return el(
      "div",
      { class: "cell", "data-work": "" },
      el("p", { class: "head" }, work.decided ? "Work, counted" : "Work, counted: undecided between"),
      el("p", { class: "big" }, lawNodes(answer(work, 4))),
      facts([
        [work.decided ? "probability" : ["probability of ", lawNodes(work.law)], share(work.probability)],
        ["sizes", `${count(work.sizes, "size")}, ${size(work.n_min)} to ${size(work.n_max)}`],
        ["counted at commit", work.commit === where.commit ? "" : work.commit.slice(0, 8)],
        ["claimed of the work", claimed],
      ]),
      el("p", {}, sentence(work.difference || work.both)),
    );
  }

  function claimOf({ claim, verdict: outcome }) {
    const said = claim
      ? [
          el("p", { class: "big" }, verdict(outcome)),
          facts([
            ["claimed", lawNodes(claim.claimed)],
            ["by", claim.source],
          ]),
          claim.evidence ? el("p", {}, sentence(claim.evidence)) : null,
        ]
      : el("p", {}, "Nothing is claimed about this series.");
    return el("div", { class: "cell" }, el("p", { class: "head" }, "Claim"), said);
  }

  function figures(series, detail, state, nameParts) {
    const kind = capital(Complexity.axes.kindName(series.kind));
    const frame = (title, part, file, more) =>
      figure({
        title,
        part,
        heading: series.label,
        verdict: saidOf(series),
        where: series.where.text,
        nameParts: [...nameParts, file],
        ...more,
      });
    const growth = Complexity.growthFigure.figureOf(series, detail);
    const parts = [
      frame(`${kind} over size`, growth, "growth", { height: 480, note: growthNote(series, detail) }).element,
    ];
    if (!hasLinearSizes(series))
      parts.push(
      quotient(series, detail, state, (part, more) => frame(`${kind} per unit of a law`, part, "quotient", more)),
    );
    if (detail.slopes.filter(isNumber).length > 1) {
      const local = Complexity.exponentFigure.figureOf(series, detail);
      parts.push(frame("Local exponent", local, "exponent", { height: 300 }).element);
    }
    return parts;
  }

  /** The answer and the verdict on the claim, for files that are looked at without this page. */
  function saidOf(series) {
    const law = lawText(answer(series));
    const claim = series.claim
      ? `, claimed ${lawText(series.claim.claimed)}: ${VERDICTS[series.verdict].word}`
      : "";
    const said = series.decided ? (MANNERLESS.has(series.law) ? "law:" : "grows as") : "undecided:";
    return `${said} ${law}${claim}`;
  }

  function growthNote(series, detail) {
    const capacity = (level) => (series.where.levels[level] ? ` (${value(series.where.levels[level], "bytes")})` : "");
    const limits = detail.limits.map(([level, n]) => `${level}${capacity(level)} from n = ${size(n)}`);
    return [
      "The law’s line follows the level that the analysis found at each size; beyond the last one it is predicted. What is struck through in the legend is drawn when its entry is pressed: the curves O(…) run through the first and the last point.",
      limits.length ? ` The working set no longer fits ${limits.join(", ")}.` : null,
    ];
  }

  /** The figure in which n and n log n can be told apart, with the choice of what it divides by. */
  function quotient(series, detail, state, frame) {
    // What the likeliest law is level under, or rises by a logarithm.
    const plain = WITHOUT_LOGARITHM[series.law] ?? series.law;
    const usual = DIVISORS.includes(plain) ? plain : "n";
    let by = DIVISORS.includes(state.get("by")) ? state.get("by") : usual;
    let scale = state.get("scale") === "log" ? "log" : "linear";
    const note = el("p", {});
    const now = () => {
      const part = Complexity.quotientFigure.figureOf(series, detail, by, scale === "log");
      note.replaceChildren(...quotientNote(by, part.above));
      return part;
    };
    const change = () => {
      adjust({ by: by === usual ? "" : by, scale: scale === "linear" ? "" : scale });
      shown.change(now());
    };
    const laws = DIVISORS.map((one) => [one, lawText(one)]);
    const scales = [
      ["linear", "linear"],
      ["log", "logarithmic"],
    ];
    const controls = [
      choice("divided by", laws, by, (chosen) => change((by = chosen)), { "data-choice": "by" }),
      choice("scale", scales, scale, (chosen) => change((scale = chosen)), { "data-choice": "scale" }),
    ];
    const shown = frame(now(), { height: 380, controls, note });
    return shown.element;
  }

  function quotientNote(by, above) {
    const more = Object.keys(WITHOUT_LOGARITHM).find((law) => WITHOUT_LOGARITHM[law] === by);
    const small = count(above, "small size lies", "small sizes lie");
    return [
      "Level at the end: grows as ",
      ...lawNodes(by),
      ". A straight rising line: grows as ",
      ...(more ? lawNodes(more) : [...lawNodes(by), " times a logarithm"]),
      above
        ? `. ${small} above the range shown, where overhead is most of the cost; the logarithmic scale shows all.`
        : ".",
    ];
  }

  return { render };
})();

"use strict";
// All comparisons, a page at a time: filtered, sorted, each with a little picture and the one that is cheapest.

window.Complexity ??= {};

Complexity.comparisonList = (() => {
  const { button, choice, el, name, svg } = Complexity.dom;
  const { count, grouped, size, value } = Complexity.format;
  const { varying } = Complexity.comparisonFigure;
  const { saveButtons, scrollFrame } = Complexity.tables;
  const { adjust, read } = Complexity.state;

  const ROWS = 30;
  const PICTURE = { width: 132, height: 46 };
  const COLOURS = 8;
  const ORDERS = [
    ["", "order of the suite"],
    ["series", "most series first"],
    ["crossovers", "most crossovers first"],
    ["name", "benchmark"],
  ];
  const NONE = "–";

  const byName = (one, other) => one.label.localeCompare(other.label, "en", { numeric: true });
  const COMPARE = {
    series: (one, other) => other.series.length - one.series.length,
    crossovers: (one, other) => other.crossovers.length - one.crossovers.length,
    name: byName,
  };

  function render(first, overview) {
    const all = Complexity.data.found.comparisons;
    const several = overview.commits.length > 0;
    const places = new Set(all.map((one) => one.where.text));
    let state = first;
    let rows = all;
    const tally = el("p", { class: "tally", role: "status" });
    const body = el("tbody", { role: "rowgroup" });
    const pager = el("nav", { class: "pager", "aria-label": "Pages of the list" });
    const input = el("input", {
      type: "search",
      id: "filter",
      value: state.get("q") ?? "",
      placeholder: "words of a benchmark, a parameter or its values",
      autocomplete: "off",
      spellcheck: "false",
      on: { input: () => change({ q: input.value }) },
    });
    const bar = el(
      "div",
      { class: "filters" },
      el("label", { class: "field wide", for: "filter" }, el("span", {}, "Filter"), input),
      choice("Sort by", ORDERS, state.get("sort") ?? "", (sort) => change({ sort })),
    );

    function change(changes) {
      adjust({ rows: "", ...changes });
      state = read();
      update();
    }

    function update() {
      const words = (state.get("q") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
      rows = all.filter((one) => words.every((word) => wordsOf(one).includes(word)));
      const compare = COMPARE[state.get("sort")];
      if (compare) rows = [...rows].sort(compare);
      draw();
    }

    function draw() {
      const last = Math.max(0, Math.ceil(rows.length / ROWS) - 1) * ROWS;
      const wanted = Math.floor((Number(state.get("rows")) - 1) / ROWS) * ROWS;
      const start = Math.min(last, Math.max(0, wanted || 0));
      const shown = rows.slice(start, start + ROWS);
      const nothing = el("tr", { role: "row" }, el("td", { role: "cell", colspan: 5 }, "No comparison fits this filter."));
      body.replaceChildren(...(shown.length ? shown.map((one) => row(one, places.size > 1)) : [nothing]));
      const found = rows.length === all.length ? "" : `${grouped(String(rows.length))} of `;
      tally.textContent = `${found}${count(all.length, "comparison")}${
        shown.length < rows.length ? `, ${start + 1} to ${start + shown.length} shown` : ""
      }`;
      const turn = (label, to, off) =>
        button(label, () => (change({ rows: to > 0 ? to + 1 : "" }), bar.scrollIntoView({ block: "start" })), {
          disabled: off,
        });
      pager.hidden = last === 0;
      pager.replaceChildren(
        turn("Previous", start - ROWS, start === 0),
        el("span", {}, `page ${start / ROWS + 1} of ${last / ROWS + 1}`),
        turn("Next", start + ROWS, start >= last),
      );
    }

    const heads = ["Benchmark", "Compared over", "Picture", "Cheapest", "Crossovers"];
    const table = el(
      "table",
      { class: "series comparisons", role: "table" },
      el("caption", { class: "unseen" }, "Series of one benchmark together"),
      el(
        "thead",
        { role: "rowgroup" },
        el(
          "tr",
          { role: "row" },
          heads.map((title) => el("th", { scope: "col", role: "columnheader" }, title)),
        ),
      ),
      body,
    );
    const saves = saveButtons(
      "the listed comparisons",
      () => [overview.project, "comparisons"],
      () => saved(rows),
    );
    const nothing = "No benchmark was measured with two values of another parameter, so there is nothing to compare.";
    const element = el(
      "section",
      { class: "view", "aria-labelledby": "view-title" },
      el("h2", { id: "view-title", tabindex: -1 }, "Comparisons"),
      places.size === 1 ? el("p", { class: "note" }, "Measured on ", name([...places][0]), ".") : null,
      several
        ? el("p", { class: "note" }, "Commits, machines and environments of one series are compared from its own view.")
        : null,
      all.length
        ? [bar, el("div", { class: "bar" }, tally, saves), scrollFrame("Table of comparisons", table, "scroll cards"), pager]
        : el("p", {}, nothing),
    );
    update();
    return { element, title: "Comparisons" };
  }

  const compared = (one) => one.series.map((id) => varying(Complexity.data.found.series[id], one));

  function wordsOf(one) {
    one.words ??= [one.label, one.vary, one.where.text, ...compared(one)].join("\n").toLowerCase();
    return one.words;
  }

  /** The cheapest series at the largest size that several have: {series, n, best}; null where there is none. */
  function winner(one) {
    const known = one.series.map((id) => Complexity.data.detail(Complexity.data.found.series[id]));
    const times = new Map();
    for (const { n } of known) for (const size of n) times.set(size, (times.get(size) ?? 0) + 1);
    const common = [...times.keys()].filter((n) => times.get(n) > 1);
    if (!common.length || !["seconds", "bytes"].includes(one.unit)) return null;
    const largest = Math.max(...common);
    const costs = known.map(({ n, best }) => best[n.indexOf(largest)] ?? Infinity);
    const place = costs.indexOf(Math.min(...costs));
    return { series: Complexity.data.found.series[one.series[place]], n: largest, best: costs[place] };
  }

  function row(one, several) {
    const best = winner(one);
    const cell = (title, kind, ...children) =>
      el("td", { role: "cell", class: kind, "data-title": title }, el("div", { class: "cell" }, children));
    const small = (...children) => el("span", { class: "small" }, children);
    const link = el("a", { href: Complexity.links.comparisonHref(one), class: "open" }, name(one.label));
    return el(
      "tr",
      { role: "row" },
      el(
        "th",
        { role: "rowheader", scope: "row", class: "benchmark" },
        el("div", { class: "cell" }, link, several ? small(name(one.where.text)) : null),
      ),
      cell("Compared over", "parameters", name(one.vary), small(count(one.series.length, "series", "series"))),
      cell("Picture", "picture-cell", picture(one)),
      best
        ? cell(
            "Cheapest",
            "cheapest",
            el("span", { class: "winner" }, name(varying(best.series, one))),
            small(`${value(best.best, one.unit)} at ${size(best.n)}`),
          )
        : cell("Cheapest", "cheapest", NONE),
      cell("Crossovers", "number", size(one.crossovers.length)),
    );
  }

  /** All lines of a comparison on logarithmic axes without numbers: their shape and order is all that it shows. */
  function picture(one) {
    const lines = one.series
      .map((id) => Complexity.data.detail(Complexity.data.found.series[id]))
      .map(({ n, best }) => n.map((size, at) => [size, best[at]]).filter(([x, y]) => x > 0 && y > 0));
    const range = (at) => {
      const logs = lines.flat().map((point) => Math.log(point[at]));
      return [Math.min(...logs), Math.max(...logs) - Math.min(...logs) || 1];
    };
    const [[left, across], [bottom, up]] = [range(0), range(1)];
    const x = (n) => (3 + ((Math.log(n) - left) / across) * (PICTURE.width - 6)).toFixed(1);
    const y = (cost) => (PICTURE.height - 3 - ((Math.log(cost) - bottom) / up) * (PICTURE.height - 6)).toFixed(1);
    return svg(
      "svg",
      {
        class: "picture tiny",
        viewBox: `0 0 ${PICTURE.width} ${PICTURE.height}`,
        "aria-hidden": "true",
        focusable: "false",
      },
      lines
        .filter((points) => points.length)
        .map((points, place) =>
          svg("path", {
            class: `line c${place % COLOURS}`,
            d: `M${points.map(([n, cost]) => `${x(n)} ${y(cost)}`).join("L")}`,
          }),
        ),
    );
  }

  const saved = (rows) => [
    ["benchmark", "compared_over", "series", "cheapest", "cheapest_at_n", "crossovers", "where"],
    rows.map((one) => {
      const best = winner(one);
      return [
        one.label,
        one.vary,
        compared(one),
        best ? varying(best.series, one) : null,
        best?.n ?? null,
        one.crossovers.length,
        one.where.text,
      ];
    }),
  ];

  return { render };
})();

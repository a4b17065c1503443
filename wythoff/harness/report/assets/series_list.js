"use strict";
// All series in one table that is filtered, sorted, and shown a page at a time.

window.Complexity ??= {};

Complexity.seriesList = (() => {
  const { button, choice, el, name } = Complexity.dom;
  const { count, grouped } = Complexity.format;
  const { COLUMNS, table } = Complexity.seriesColumns;
  const { filtered, order, sorted } = Complexity.seriesFilter;
  const { saveButtons, scrollFrame } = Complexity.tables;
  const { adjust, go, href, list, read } = Complexity.state;

  const ROWS = 50;
  // The series that the reader came from: the way back leads to its row.
  let opened = null;

  function render(first, overview) {
    const all = Complexity.data.found.series;
    const columns = COLUMNS.filter((column) => !column.needed || column.needed(all));
    let state = first;
    let rows = all;
    // Typing in the filter shows the same rows again and again.
    const made = new Map();

    const tally = el("p", { class: "tally", role: "status" });
    const body = el("tbody", { role: "rowgroup" });
    const pager = el("nav", { class: "pager", "aria-label": "Pages of the table" });
    const clear = button("Clear filters", () => go(href({ view: "series" })), { class: "quiet" });
    const heads = columns.map(head);
    const sorts = choice("Sort by", sortOptions(columns), state.get("sort") ?? "", (sort) => change({ sort }));
    const filter = Complexity.filterBar.make(all, overview, first, change, el("div", { class: "order" }, sorts));
    const { bar, complaint } = filter;

    /** Keys of the state that change, and the first page of what they leave. */
    function change(changes) {
      adjust({ rows: "", ...changes });
      state = read();
      update();
    }

    function head(column) {
      const press = () => {
        const now = order(state, columns);
        const next = now.column !== column ? column.key : now.falling ? "" : `-${column.key}`;
        change({ sort: next });
      };
      const title = [column.title, el("span", { class: "arrow", "aria-hidden": "true" })];
      return el(
        "th",
        {
          scope: "col",
          role: "columnheader",
          class: column.number ? "number" : null,
          "data-column": column.key,
          "data-title": column.title,
        },
        el(
          "span",
          { class: column.scale ? "pictured" : null },
          column.scale?.(),
          button(title, press, { title: column.hint }),
        ),
      );
    }

    function update() {
      const by = order(state, columns);
      rows = sorted(filtered(all, state), by);
      columns.forEach((column, place) => {
        const direction = by.column !== column ? "none" : by.falling ? "descending" : "ascending";
        heads[place].setAttribute("aria-sort", direction);
      });
      sorts.querySelector("select").value = by.column ? state.get("sort") : "";
      filter.update(state);
      clear.hidden = rows.length === all.length && !state.get("q");
      draw();
    }

    function rowOf(series) {
      if (!made.has(series)) made.set(series, row(series, columns));
      return made.get(series);
    }

    /** One page of the rows; on paper all of them. */
    function draw(onPaper = false) {
      const last = Math.max(0, Math.ceil(rows.length / ROWS) - 1) * ROWS;
      const wanted = Math.floor((Number(state.get("rows")) - 1) / ROWS) * ROWS;
      const start = onPaper ? 0 : Math.min(last, Math.max(0, wanted || 0));
      const shown = onPaper ? rows : rows.slice(start, start + ROWS);
      const nothing = el(
        "tr",
        { role: "row" },
        el("td", { role: "cell", colspan: columns.length }, "No series fits these filters."),
      );
      body.replaceChildren(...(shown.length ? shown.map(rowOf) : [nothing]));
      const found = rows.length === all.length ? "" : `${grouped(String(rows.length))} of `;
      const range =
        shown.length === rows.length
          ? ""
          : `, ${grouped(String(start + 1))} to ${grouped(String(start + shown.length))} shown`;
      tally.textContent = `${found}${count(all.length, "series", "series")}${range}`;
      turnPages(start, last);
    }

    function turnPages(start, last) {
      const turn = (label, to, off) => button(label, () => turnTo(label, to), { disabled: off });
      const page = (place) => grouped(String(place / ROWS + 1));
      pager.hidden = last === 0;
      pager.replaceChildren(
        turn("First", 0, start === 0),
        turn("Previous", start - ROWS, start === 0),
        el("span", {}, `page ${page(start)} of ${page(last)}`),
        turn("Next", start + ROWS, start >= last),
        turn("Last", last, start >= last),
      );
    }

    function turnTo(label, start) {
      change({ rows: start > 0 ? start + 1 : "" });
      bar.scrollIntoView({ block: "start" });
      const same = [...pager.querySelectorAll("button")].find((one) => one.textContent === label && !one.disabled);
      (same ?? pager.querySelector("button:not(:disabled)"))?.focus({ preventScroll: true });
    }

    const series = el(
      "table",
      { class: "series", role: "table", on: { click: openRow } },
      el("caption", { class: "unseen" }, "How each benchmark grows with its size"),
      el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, heads)),
      body,
    );
    const saves = saveButtons(
      "the listed series",
      () => [overview.project, "series"],
      () => table(rows),
    );
    const content = [
      bar,
      complaint,
      el("div", { class: "bar" }, tally, clear, saves),
      scrollFrame("Table of series", series, "scroll cards"),
      pager,
    ];
    const element = el(
      "section",
      { class: "view", "aria-labelledby": "view-title" },
      el("h2", { id: "view-title", tabindex: -1 }, "How each benchmark grows"),
      together(all),
      all.length ? content : el("p", {}, overview.empty ?? "There is no series."),
    );
    update();
    const paper = () => draw(true);
    const screen = () => draw();
    window.addEventListener("beforeprint", paper);
    window.addEventListener("afterprint", screen);
    return {
      element,
      title: "",
      focus: () => body.querySelector(`[data-id="${opened}"] a.open`),
      leave() {
        window.removeEventListener("beforeprint", paper);
        window.removeEventListener("afterprint", screen);
      },
    };
  }

  function row(series, columns) {
    const cell = (column) =>
      el(
        column.head ? "th" : "td",
        {
          role: column.head ? "rowheader" : "cell",
          scope: column.head ? "row" : null,
          class: `${column.key}${column.number ? " number" : ""}`,
          "data-title": column.title,
        },
        el("div", { class: "cell" }, column.cell(series)),
      );
    return el("tr", { role: "row", "data-id": series.id }, columns.map(cell));
  }

  /** What is the same for all series is said once; its column is left out. */
  function together(all) {
    const same = (of) => new Set(all.map(of)).size === 1;
    if (!all.length) return null;
    const { machine, environment, commit, short, day } = all[0].where;
    const parts = [];
    if (same((series) => `${series.where.machine}\n${series.where.environment}`)) {
      parts.push("measured on ", el("a", { href: href({ view: "machines" }) }, name(machine)));
      if (environment) parts.push(" in ", name(environment));
    }
    if (commit && same((series) => series.where.commit)) {
      parts.push(parts.length ? ", commit " : "measured at commit ", el("span", { class: "code" }, short));
      if (day) parts.push(` of ${day}`);
    }
    return parts.length ? el("p", { class: "note" }, "All ", parts, ".") : null;
  }

  const sortOptions = (columns) => [
    ["", "contradicted first"],
    ...columns.flatMap(({ key, title }) => [
      [key, `${title} ↑`],
      [`-${key}`, `${title} ↓`],
    ]),
  ];

  /** A click anywhere in a row opens it, unless it was on a control or at the end of a selection. */
  function openRow(event) {
    if (event.target.closest("a, button, details") || String(window.getSelection())) return;
    event.target.closest("tr[data-id]")?.querySelector("a.open").click();
  }

  const remember = (id) => {
    opened = id;
  };

  /** The series before and after one in the list as the reader left it; null where there is none. */
  function neighbours(series) {
    const state = read(list());
    const rows = sorted(filtered(Complexity.data.found.series, state), order(state, COLUMNS));
    const place = rows.indexOf(series);
    return place < 0 ? [null, null] : [rows[place - 1] ?? null, rows[place + 1] ?? null];
  }

  return { neighbours, remember, render };
})();

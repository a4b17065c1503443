"use strict";
// Tables: a caption, heads with a scope, a frame that scrolls inside the page, and the rows as CSV and JSON.

window.Complexity ??= {};

Complexity.tables = (() => {
  const { button, el } = Complexity.dom;
  const { csv, file, fileName, json } = Complexity.save;

  // What scrolls must be within the keyboard's reach, and what doesn't should not be in its way.
  const scrolling = new ResizeObserver((changes) => {
    for (const { target } of changes) {
      const frame = target.closest(".scroll");
      if (frame === null) continue;
      if (frame.scrollWidth > frame.clientWidth) frame.setAttribute("tabindex", 0);
      else frame.removeAttribute("tabindex");
    }
  });

  /** A frame in which a table scrolls sideways where it is too wide. */
  function scrollFrame(label, table, kind = "scroll") {
    const frame = el("div", { class: kind, role: "region", "aria-label": label }, table);
    scrolling.observe(frame);
    scrolling.observe(table);
    return frame;
  }

  /** Names that are different: what is foreign may repeat, and a JSON object has each key once. */
  function different(names) {
    const seen = new Map();
    return names.map((name) => {
      const times = (seen.get(name) ?? 0) + 1;
      seen.set(name, times);
      return times > 1 ? `${name} (${times})` : name;
    });
  }

  /** Two buttons that save what `content` returns: [names of columns, rows]. */
  function saveButtons(what, nameParts, content) {
    const save = (kind, write, type) => () => file(`${fileName(...nameParts())}.${kind}`, write(...content()), type);
    return el(
      "span",
      { class: "saves" },
      button("CSV", save("csv", csv, "text/csv;charset=utf-8"), { "aria-label": `Save ${what} as CSV` }),
      button("JSON", save("json", json, "application/json"), { "aria-label": `Save ${what} as JSON` }),
    );
  }

  /**
   * A table of rows.
   *
   * columns: [{title, cell(row), value(row), name, number, head}]: what is shown, what is saved and under which name,
   * whether it is a number, and whether it names the row. A column with only `value` and `name` is saved, not shown;
   * one without `name` is shown, not saved.
   */
  function dataTable({ caption, nameParts, columns, rows, note = null }) {
    const seen = columns.filter((column) => column.cell);
    const saved = columns.filter((column) => column.name);
    const body = rows.map((row) =>
      el(
        "tr",
        {},
        seen.map((column) =>
          el(
            column.head ? "th" : "td",
            { scope: column.head ? "row" : null, class: column.number ? "number" : null },
            column.cell(row),
          ),
        ),
      ),
    );
    return el(
      "section",
      { class: "data" },
      el(
        "div",
        { class: "bar" },
        el("h3", {}, caption),
        saved.length
          ? saveButtons(
              `the table “${caption}”`,
              () => [...nameParts, caption.toLowerCase()],
              () => [
                different(saved.map((column) => column.name)),
                rows.map((row) => saved.map((column) => column.value(row))),
              ],
            )
          : null,
      ),
      note ? el("p", { class: "note" }, note) : null,
      scrollFrame(
        caption,
        el(
          "table",
          {},
          el("caption", { class: "unseen" }, caption),
          el(
            "thead",
            {},
            el(
              "tr",
              {},
              seen.map((column) => el("th", { scope: "col", class: column.number ? "number" : null }, column.title)),
            ),
          ),
          el("tbody", {}, body),
        ),
      ),
    );
  }

  return { dataTable, saveButtons, scrollFrame };
})();

"use strict";
// The legend of a figure: buttons beneath it, so that it covers nothing and the keyboard reaches it.

window.Complexity ??= {};

Complexity.legend = (() => {
  const { button, el, svg } = Complexity.dom;

  const DASHES = { solid: "", dash: "7 4", dot: "2 3", dashdot: "7 3 2 3", longdash: "11 4", longdashdot: "11 3 2 3" };
  // The figure library's markers, drawn around (14, 7).
  const SHAPES = {
    circle: "M14 3a4 4 0 1 0 .01 0z",
    square: "M10.5 3.5h7v7h-7z",
    diamond: "M14 2l5 5-5 5-5-5z",
    "triangle-up": "M14 2.5l5 8.500H9z",
    "triangle-down": "M14 11.5L9 3h10z",
    x: "M10 4.5L11.5 3 14 5.500 16.5 3 18 4.5 15.5 7 18 9.500 16.5 11 14 8.5 11.5 11 10 9.500 12.5 7z",
    cross: "M12.700 2.5h2.600v3.200h3.200v2.600h-3.200v3.200h-2.600V8.300h-3.200V5.700h3.200z",
    star: "M14 1.5l1.600 3.700 4 .3-3 2.700.900 4L14 10.100l-3.500 2.100.900-4-3-2.700 4-.3z",
    pentagon: "M14 2.300l4.700 3.400-1.800 5.500h-5.800L9.300 5.700z",
    hourglass: "M10 3h8l-8 8h8z",
  };

  /** The sign of an entry: the line, marker, area or text by which it is drawn. */
  function swatch({ line, dash = "solid", width = 2, area, symbol, colour, open = false, sign }) {
    const stroke = `stroke:${line};stroke-width:${width};stroke-dasharray:${DASHES[dash]}`;
    return svg(
      "svg",
      { viewBox: "0 0 28 14", width: 28, height: 14, "aria-hidden": "true", focusable: "false" },
      area ? svg("rect", { x: 1, y: 1, width: 26, height: 12, style: `fill:${area}` }) : null,
      line ? svg("line", { x1: 1, x2: 27, y1: 7, y2: 7, style: stroke }) : null,
      symbol
        ? svg("path", { d: SHAPES[symbol], style: `fill:${open ? "none" : colour};stroke:${colour};stroke-width:1.2` })
        : null,
      sign
        ? svg("text", { x: 14, y: 11, "text-anchor": "middle", style: `fill:${colour};font-size:12px` }, sign)
        : null,
    );
  }

  /** Write the entries into a list; `toggle` is called with the id of the one that is pressed. */
  function write(list, items, hidden, toggle) {
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.item : null;
    const entries = items.map((item) =>
      el(
        "li",
        {},
        button([swatch(item.swatch), el("span", {}, item.content ?? item.label)], () => toggle(item.id), {
          "aria-pressed": String(!hidden.has(item.id)),
          "data-item": item.id,
        }),
      ),
    );
    list.replaceChildren(...entries);
    if (focused !== null)
      entries
        .map((entry) => entry.firstChild)
        .find((one) => one.dataset.item === focused)
        ?.focus();
  }

  return { swatch, write };
})();

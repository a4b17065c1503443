"use strict";
// Figures: one frame for all plots, with legend, zoom, themes, printing, and files for the reader.

window.Complexity ??= {};

Complexity.figures = (() => {
  const { button, el } = Complexity.dom;
  const { plotText, shorten } = Complexity.format;
  const { file, fileName } = Complexity.save;
  const { FONT, LIGHT, dark } = Complexity.theme;

  const FILE = { width: 1000, height: 680 };
  // Rows of the legend that a file has room for as it is, and pixels for each other one.
  const FEW_ROWS = 4;
  const LEGEND_ROW = 20;
  const PAPER = { width: 680, height: 400 };
  const CONFIG = { displayModeBar: false, displaylogo: false, doubleClick: false, typesetMath: false, showTips: false };
  const LOST =
    "This figure can't be drawn, because complexity/plotly.min.js did not load. The tables hold the same numbers.";

  // One file that is to be small holds no plot library.
  const isPlain = document.documentElement.dataset.figures === "plain";

  const shown = new Set();
  let library = null;
  let printing = false;

  /** Load the plot library once, when the first figure asks for it. */
  function loaded() {
    if (window.Plotly) return Promise.resolve(window.Plotly);
    library ??= new Promise((resolve, reject) => {
      const settle = () => (window.Plotly ? resolve(window.Plotly) : reject(new Error(LOST)));
      document.head.append(el("script", { src: "complexity/plotly.min.js", on: { load: settle, error: settle } }));
    });
    return library;
  }

  /**
   * A figure in its frame: {element, change(part)}.
   *
   * A part is {build, describe}: `describe` says in a sentence what there is to see; build({theme, width, height, zoom,
   * hidden}) returns {items, layout}. An item is an entry of the legend with all that belongs to it: {id, label, plotLabel,
   * content, swatch, z, traces, shapes, annotations}; what has a higher `z` is drawn above.
   */
  function figure({ title, part, heading, verdict = "", where, nameParts, height = 460, controls = [], note = null }) {
    let width = 0;
    let zoom = null;
    const hidden = new Set(part.off ?? []);
    const drawing = el(
      "div",
      { class: "drawing", role: "img", style: `height:${height}px` },
      el("p", { class: "note" }, "Drawing …"),
    );
    const legend = el("ul", { class: "legend", "aria-label": "Legend; each button shows or hides what it names" });
    const whole = button("Whole range", () => zoomTo(null), { hidden: true });
    const save = (kind) =>
      button(kind, () => saveAs(kind.toLowerCase()), { "aria-label": `Save the figure “${title}” as ${kind}` });
    const settings = el("span", { class: "controls" }, controls);
    const saves = el("span", { class: "saves" }, whole, save("PNG"), save("SVG"));
    const element = el(
      "figure",
      { class: "plot" },
      el("figcaption", { class: "bar" }, el("h3", {}, title), settings, saves),
      drawing,
      legend,
      note ? el("p", { class: "note" }, note) : null,
    );

    /** Traces and layout as the library wants them; a file has the legend inside, and always light colours. */
    function assembled(size, theme, forFile = false) {
      const built = part.build({ theme, zoom, hidden, ...size });
      const items = built.items
        .filter((item) => !hidden.has(item.id))
        .sort((one, other) => (one.z ?? 0) - (other.z ?? 0));
      const traces = items.flatMap((item) =>
        (item.traces ?? (forFile ? [unseen(item)] : [])).map((trace, place) => ({
          ...trace,
          name: item.plotLabel ?? plotText(shorten(item.label, 60)),
          legendgroup: item.id,
          legendrank: built.items.indexOf(item),
          showlegend: forFile && place === 0,
        })),
      );
      const layout = {
        ...size,
        paper_bgcolor: theme.ground,
        plot_bgcolor: theme.ground,
        font: { family: FONT, size: 12, color: theme.ink },
        margin: { l: 68, r: 18, t: 24, b: 50, autoexpand: false },
        hovermode: "closest",
        hoverlabel: {
          bgcolor: theme.ground,
          bordercolor: theme.line,
          font: { color: theme.ink, size: 12 },
          align: "left",
        },
        dragmode: window.matchMedia("(pointer: fine)").matches ? "zoom" : false,
        showlegend: forFile,
        ...built.layout,
        shapes: items.flatMap((item) => item.shapes ?? []),
        annotations: items.flatMap((item) => item.annotations ?? []),
      };
      return { items: built.items, traces, layout };
    }

    function sizeNow() {
      if (printing) return PAPER;
      const across = Math.max(280, Math.floor(drawing.clientWidth));
      return { width: across, height: Math.round(Math.min(height, Math.max(300, across * 0.85))) };
    }

    /** Everything but the drawing stands at once, so that nothing moves when the library arrives. */
    function draw() {
      const size = sizeNow();
      width = size.width;
      const { items, traces, layout } = assembled(size, printing ? LIGHT : Complexity.theme.now());
      drawing.style.height = `${size.height}px`;
      drawing.setAttribute("aria-label", part.describe);
      Complexity.legend.write(legend, items, hidden, toggle);
      whole.hidden = zoom === null;
      if (isPlain) drawing.replaceChildren(Complexity.plainFigure.draw(traces, layout));
      else if (window.Plotly) drawWith(window.Plotly, traces, layout);
      else loaded().then(() => drawing.isConnected && draw(), withoutLibrary);
    }

    function drawWith(plotly, traces, layout) {
      const first = !drawing.classList.contains("drawn");
      if (first) drawing.replaceChildren();
      plotly.react(drawing, traces, layout, CONFIG);
      if (!first) return;
      drawing.classList.add("drawn");
      drawing.on("plotly_relayout", zoomBy);
      drawing.on("plotly_doubleclick", () => zoomTo(null));
    }

    function withoutLibrary() {
      observer.disconnect();
      drawing.style.height = "auto";
      drawing.removeAttribute("role");
      drawing.removeAttribute("aria-label");
      drawing.replaceChildren(el("p", { class: "note", role: "status" }, LOST));
      for (const useless of [legend, saves, settings]) useless.remove();
    }

    function toggle(id) {
      if (!hidden.delete(id)) hidden.add(id);
      draw();
    }

    /** Zoom to what the reader drew a frame around; the ticks are laid out anew. */
    function zoomBy(event) {
      const range = (axis) => {
        const ends = [0, 1].map((end) => event[`${axis}.range[${end}]`]);
        return ends[0] === undefined ? null : ends;
      };
      const [x, y] = [range("xaxis"), range("yaxis")];
      if (x || y) zoomTo({ x: x ?? zoom?.x ?? null, y: y ?? zoom?.y ?? null });
    }

    function zoomTo(range) {
      zoom = range;
      draw();
    }

    function change(next) {
      part = next;
      zoomTo(null);
    }

    async function saveAs(format) {
      const plotly = isPlain ? null : await loaded().catch(() => null);
      if (plotly === null && !isPlain) return;
      const { traces, layout } = assembled(FILE, LIGHT, true);
      const rows = legendRows(traces);
      const size = { ...FILE, height: FILE.height + Math.max(0, rows - FEW_ROWS) * LEGEND_ROW };
      const lines = [
        shorten(heading, 100),
        [title, verdict].filter(Boolean).join("; "),
        [where].filter(Boolean).map((text) => shorten(text, 130)),
      ].flat();
      Object.assign(layout, size, {
        margin: { ...layout.margin, l: 78, t: 96, b: 84 + Math.max(rows, FEW_ROWS) * LEGEND_ROW },
      });
      const name = `${fileName(...nameParts)}.${format}`;
      if (isPlain) {
        const picture = Complexity.plainFigure.draw(traces, layout, lines, true);
        return file(name, await Complexity.plainFigure.bytes(picture, format));
      }
      const [first, ...under] = lines.map(plotText);
      const text = `<b>${first}</b><br><span style="font-size:12px">${under.join("<br>")}</span>`;
      Object.assign(layout, {
        title: { text, font: { size: 15 }, x: 0.02, xanchor: "left", y: 1, yref: "container", yanchor: "top", pad: { t: 14 } },
        legend: { orientation: "h", x: 0, y: -56 / (size.height - layout.margin.t - layout.margin.b), yanchor: "top", font: { size: 12 } },
      });
      const scale = format === "png" ? 2 : 1;
      const url = await plotly.toImage({ data: traces, layout, config: CONFIG }, { format, ...size, scale });
      return file(name, fromDataUrl(url));
    }

    /** About how many rows the legend of a file takes, which must not be cut. */
    function legendRows(traces) {
      const widths = traces.filter((trace) => trace.showlegend).map((trace) => 60 + 7 * trace.name.length);
      // The library puts entries into columns as wide as the widest.
      const across = Math.max(1, Math.floor(FILE.width / Math.max(1, ...widths)));
      return Math.ceil(widths.length / across);
    }

    function stop() {
      observer.disconnect();
      if (drawing.classList.contains("drawn")) window.Plotly.purge(drawing);
    }

    const observer = new ResizeObserver(() => {
      if (width && !printing && sizeNow().width !== width) draw();
    });
    observer.observe(drawing);
    shown.add({ draw, stop });
    // Its width is known only once the view stands in the page.
    queueMicrotask(draw);
    return { element, change };
  }

  /** A trace without points, so that a file's legend names what is drawn by shapes alone. */
  const unseen = ({ swatch: { line, dash, width = 2, area } }) => ({
    type: "scatter",
    mode: line ? "lines" : "markers",
    x: [null],
    y: [null],
    line: { color: line, dash, width },
    marker: { color: area, symbol: "square", size: 12 },
  });

  /** The bytes of a data: address; to fetch it would need a right that the page does without. */
  function fromDataUrl(url) {
    const comma = url.indexOf(",");
    const [type, ...how] = url.slice("data:".length, comma).split(";");
    const body = decodeURIComponent(url.slice(comma + 1));
    const bytes = how.includes("base64") ? Uint8Array.from(atob(body), (char) => char.charCodeAt(0)) : body;
    return new Blob([bytes], { type });
  }

  /** Take down all figures of the view that is left. */
  function clear() {
    for (const one of shown) one.stop();
    shown.clear();
  }

  const redraw = () => shown.forEach((one) => one.draw());
  dark.addEventListener("change", redraw);
  for (const event of ["beforeprint", "afterprint"])
    window.addEventListener(event, () => {
      printing = event === "beforeprint";
      redraw();
    });

  return { clear, figure };
})();

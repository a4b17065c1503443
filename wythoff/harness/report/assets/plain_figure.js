"use strict";
// Figures without the plot library: the same traces and layout, drawn once as SVG that needs no style sheet.

window.Complexity ??= {};

Complexity.plainFigure = (() => {
  const { el, svg } = Complexity.dom;
  const { isNumber, raised } = Complexity.format;
  const { FONT } = Complexity.theme;

  const DASHES = { dash: "7 4", dot: "2 3", dashdot: "7 3 2 3", longdash: "11 4", longdashdot: "11 3 2 3" };
  const ROW = 18;
  const LETTER = 6.6;

  /** What the library reads as markup, as plain text: powers raised, entities decoded. */
  const plain = (text) =>
    String(text ?? "")
      .replace(/<sup>(.*?)<\/sup>/g, (_, power) => raised(power))
      .replace(/<br>/g, "\n")
      .replace(/<[^>]*>/g, "")
      .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));

  function scale({ type, range }, from, to) {
    const share = (value) => (value - range[0]) / (range[1] - range[0]);
    return (value, isPlace = false) => {
      const here = type === "log" && !isPlace ? Math.log10(value) : value;
      return Number((from + share(here) * (to - from)).toFixed(1));
    };
  }

  /** A figure as an element; `heading` are lines of text above it, and a legend stands below if it is asked for. */
  function draw(traces, layout, heading = [], withLegend = false) {
    const { width, height, margin } = layout;
    const [left, right, top, bottom] = [margin.l, width - margin.r, margin.t, height - margin.b];
    const x = scale(layout.xaxis, left, right);
    const y = scale(layout.yaxis, bottom, top);
    const upright = (value) => bottom - value * (bottom - top);
    const clip = `clip-${Math.random().toString(36).slice(2)}`;
    const ink = layout.font.color;
    const text = (at, words, more = {}) => svg("text", { ...at, fill: ink, "font-size": 12, ...more }, words);
    const inside = svg("g", { "clip-path": `url(#${clip})` });
    const place = { left, right, top, bottom, x, y, upright };
    inside.append(...layout.shapes.map((one) => shape(one, place)));
    traces.forEach((trace, at) => inside.append(...marks(trace, traces[at - 1], place)));
    const picture = svg(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, width, height, xmlns: "http://www.w3.org/2000/svg", "font-family": FONT },
      svg("clipPath", { id: clip }, svg("rect", { x: left, y: top, width: right - left, height: bottom - top })),
      svg("rect", { width, height, fill: layout.paper_bgcolor }),
      axes(layout, place, text),
      inside,
      layout.annotations.map((one) => annotation(one, place, text)),
      heading.map((line, at) =>
        text({ x: 16, y: 26 + 20 * at }, line, at ? {} : { "font-size": 15, "font-weight": "bold" }),
      ),
      withLegend ? legend(traces, { left, width, y: bottom + 56 }, text) : null,
    );
    return picture;
  }

  function axes({ xaxis, yaxis }, { left, right, top, bottom, x, y }, text) {
    const faint = { stroke: xaxis.gridcolor };
    const firm = { stroke: xaxis.linecolor, fill: "none" };
    const small = { "font-size": 11, fill: xaxis.tickfont.color };
    return [
      xaxis.tickvals.map((one, at) => [
        svg("path", { d: `M${x(one)} ${top}V${bottom}`, ...faint }),
        text({ x: x(one), y: bottom + 17, "text-anchor": "middle" }, xaxis.ticktext[at], small),
      ]),
      yaxis.tickvals.map((one, at) => [
        svg("path", { d: `M${left} ${y(one)}H${right}`, ...faint }),
        text({ x: left - 7, y: y(one) + 4, "text-anchor": "end" }, yaxis.ticktext[at], small),
      ]),
      svg("path", { d: `M${left} ${top}V${bottom}H${right}`, ...firm }),
      text({ x: (left + right) / 2, y: bottom + 36, "text-anchor": "middle" }, plain(xaxis.title.text), small),
      text({ x: 4, y: top - 8 }, plain(yaxis.title.text), small),
    ];
  }

  function marks(trace, before, { x, y, upright }) {
    const up = trace.yaxis === "y2" ? upright : y;
    const shown = trace.x
      .map((one, at) => ({ at, x: one, y: trace.y[at] }))
      .filter((one) => isNumber(one.x) && isNumber(one.y) && (trace.yaxis === "y2" || one.y > 0 || y(one.y) <= 1e5));
    const path = (points) => points.map((one) => `${x(one.x)} ${up(one.y)}`).join("L");
    const parts = [];
    if (trace.fill === "tonexty" && before) {
      const lower = before.x.map((one, at) => ({ x: one, y: before.y[at] })).filter((one) => isNumber(one.y));
      parts.push(svg("path", { d: `M${path(lower)}L${path([...shown].reverse())}Z`, fill: trace.fillcolor }));
    }
    if (trace.mode.includes("lines") && trace.line.width && shown.length)
      parts.push(
        svg("path", {
          d: `M${path(shown)}`,
          fill: "none",
          stroke: trace.line.color,
          "stroke-width": trace.line.width,
          "stroke-dasharray": DASHES[trace.line.dash],
        }),
      );
    if (trace.mode.includes("markers"))
      parts.push(
        ...shown.map((one) => [bar(trace.error_y, one, x, y), dot(trace, one, x(one.x), up(one.y))]).flat(),
      );
    return parts.filter(Boolean);
  }

  function bar(error, one, x, y) {
    if (!error) return null;
    const [low, high] = [one.y - error.arrayminus[one.at], one.y + error.array[one.at]];
    return low > 0 && isNumber(high)
      ? svg("path", { d: `M${x(one.x)} ${y(low)}V${y(high)}`, stroke: error.color, "stroke-width": 1.2 })
      : null;
  }

  function dot({ marker, text }, { at }, x, y) {
    const open = /open|thin|line/.test(marker.symbol);
    const radius = marker.size / 2;
    const paint = { fill: open ? "none" : marker.color, stroke: marker.color };
    const title = text?.[at] ? svg("title", {}, plain(text[at])) : null;
    const [shapeOf] = marker.symbol.split("-");
    if (shapeOf === "circle") return svg("circle", { cx: x, cy: y, r: radius, ...paint }, title);
    const [a, b] = [radius, radius * 0.8];
    const forms = {
      square: `M${x - b} ${y - b}h${2 * b}v${2 * b}h${-2 * b}z`,
      diamond: `M${x} ${y - a}l${a} ${a}l${-a} ${a}l${-a} ${-a}z`,
      triangle: `M${x - a} ${y + b}h${2 * a}l${-a} ${-2 * b}z`,
      x: `M${x - b} ${y - b}l${2 * b} ${2 * b}M${x - b} ${y + b}l${2 * b} ${-2 * b}`,
      line: `M${x - a} ${y}h${2 * a}`,
    };
    return svg("path", { d: forms[shapeOf] ?? forms.diamond, ...paint, "stroke-width": 1.4 }, title);
  }

  function shape({ xref, yref, x0, x1, y0, y1, line, fillcolor }, { x, y, upright }) {
    const up = yref === "paper" ? upright : y;
    const [from, to] = [xref === "x" ? x(x0) : x0, xref === "x" ? x(x1) : x1];
    const attributes = {
      d: `M${from} ${up(y0)}V${up(y1)}${from === to ? "" : `H${to}V${up(y0)}Z`}`,
      fill: fillcolor ?? "none",
      stroke: fillcolor ? "none" : line.color,
      "stroke-dasharray": DASHES[line.dash],
    };
    return svg("path", attributes);
  }

  function annotation(one, { x, y, upright }, text) {
    const anchors = { left: "start", right: "end", center: "middle" };
    const up = one.yref === "paper" ? upright(one.y) : y(one.y, true);
    const at = {
      x: x(one.x, true) + (one.xshift ?? 0),
      y: up - (one.yshift ?? 0) + (one.yanchor === "top" ? 11 : -3),
      "text-anchor": anchors[one.xanchor],
    };
    return text(at, plain(one.text), { "font-size": one.font.size, fill: one.font.color });
  }

  /** Entries in as many rows as they need, so that none is cut. */
  function legend(traces, { left, width, y }, text) {
    const entries = traces.filter((trace) => trace.showlegend);
    let [across, down] = [left, y];
    return entries.map((trace) => {
      const words = plain(trace.name);
      const need = 40 + words.length * LETTER;
      if (across > left && across + need > width) [across, down] = [left, down + ROW];
      const colour = trace.line?.color ?? trace.marker?.color;
      const sign = svg("path", {
        d: trace.mode.includes("lines") ? `M${across} ${down - 4}h24` : `M${across + 12} ${down - 4}h.1`,
        stroke: colour,
        "stroke-width": trace.mode.includes("lines") ? trace.line.width : 8,
        "stroke-linecap": "round",
        "stroke-dasharray": trace.mode.includes("lines") ? DASHES[trace.line.dash] : null,
      });
      const entry = [sign, text({ x: across + 30, y: down }, words)];
      across += need;
      return entry;
    });
  }

  const source = (picture) => new XMLSerializer().serializeToString(picture);

  /** The bytes of a figure: as SVG, or drawn onto a canvas as PNG. */
  async function bytes(picture, format, scaled = 2) {
    const blob = new Blob([source(picture)], { type: "image/svg+xml" });
    if (format === "svg") return blob;
    const [width, height] = ["width", "height"].map((key) => scaled * Number(picture.getAttribute(key)));
    const image = el("img", { width, height });
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source(picture))}`;
    await image.decode();
    const canvas = el("canvas", { width, height });
    canvas.getContext("2d").drawImage(image, 0, 0, width, height);
    return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  }

  return { bytes, draw };
})();

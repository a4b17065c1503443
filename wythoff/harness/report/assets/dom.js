"use strict";
// Elements made of data: all foreign text passes through text nodes and attributes, never through markup.

window.Complexity ??= {};

Complexity.dom = (() => {
  const { breakable, lawParts, notation, shorten } = Complexity.format;
  const LONGEST_HEADING = 60;
  const SVG = "http://www.w3.org/2000/svg";
  const VERDICTS = {
    agrees: { word: "agrees", outline: ["circle", { cx: 8, cy: 8, r: 7 }], sign: "M4.5 8.4l2.4 2.4 4.7-5.2" },
    contradicted: {
      word: "contradicted",
      outline: ["path", { d: "M5 1h6l4 4v6l-4 4H5l-4-4V5z" }],
      sign: "M5.3 5.3l5.4 5.4M10.7 5.3l-5.4 5.4",
    },
    open: {
      word: "open",
      outline: ["path", { d: "M8 .8L15.2 8 8 15.2.8 8z" }],
      sign: "M6.2 6.4a1.9 1.9 0 1 1 2.7 1.7c-.6.3-.9.7-.9 1.3M8 11.2v.4",
    },
    none: { word: "no claim", outline: ["path", { d: "M3 8h10" }], sign: "" },
  };

  /** An element; attributes that are false or null are left out, `on` holds listeners, children may be nested lists. */
  function el(tag, attributes = {}, ...children) {
    return fill(document.createElement(tag), attributes, children);
  }

  const svg = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

  function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
      if (name === "on")
        for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
      else if (value === true) element.setAttribute(name, "");
      else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
    }
    element.append(
      ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
    );
    return element;
  }

  /** A foreign name that may be broken after its dots and underscores. */
  const name = (text) => breakable(text).flatMap((piece, place) => (place ? [el("wbr"), piece] : [piece]));

  /** A foreign name as the head of a column, which it must not make tall. */
  const heading = (text) => el("span", { title: text }, name(shorten(text, LONGEST_HEADING)));

  /** A law, its powers raised. */
  const law = (text) => written(lawParts(text));

  /** A sentence of the analysis, its laws written as laws. */
  const sentence = (text) => written(notation(text + (/[.!?]$/.test(text) ? "" : ".")));

  const written = (parts) => parts.map(([kind, part]) => (kind === "text" ? part : el(kind, {}, part)));

  /** Fixed parameters: "strategy = algebraic, dtype = int64", broken between them where possible. */
  const parameters = (fixed) =>
    fixed.map(([parameter, value], place) => {
      const comma = place < fixed.length - 1 ? "," : null;
      return [
        place ? " " : null,
        el(
          "span",
          { class: parameter.length + value.length > 40 ? "parameter long" : "parameter" },
          name(parameter),
          "\u00a0= ",
          el("b", {}, name(value)),
          comma,
        ),
      ];
    });

  /** Sign and word of a verdict; the sign's outline differs as well as its colour. */
  function verdict(outcome, word = VERDICTS[outcome].word) {
    const { outline, sign } = VERDICTS[outcome];
    return el(
      "span",
      { class: `verdict ${outcome}` },
      svg(
        "svg",
        { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true", focusable: "false" },
        svg(outline[0], { ...outline[1], class: "outline" }),
        sign ? svg("path", { d: sign, class: "sign" }) : null,
      ),
      el("span", {}, word),
    );
  }

  const button = (label, press, attributes = {}) =>
    el("button", { type: "button", on: { click: press }, ...attributes }, label);

  /** A drop-down list with a visible label; `options` are [value, text] or [value, text, {attributes}]. */
  function choice(label, options, chosen, change, attributes = {}) {
    const list = el(
      "select",
      { on: { change: (event) => change(event.target.value) }, ...attributes },
      options.map(([value, text]) => el("option", { value, selected: value === chosen }, text)),
    );
    return el("label", { class: "field" }, el("span", {}, label), list);
  }

  /** Facts as a list of terms; those without a text are left out. */
  const facts = (pairs) =>
    el(
      "dl",
      { class: "facts" },
      pairs.filter(([, text]) => text).map(([term, text]) => el("div", {}, el("dt", {}, term), el("dd", {}, text))),
    );

  return { button, choice, el, facts, heading, law, name, parameters, sentence, svg, verdict, VERDICTS };
})();

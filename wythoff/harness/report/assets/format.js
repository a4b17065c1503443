"use strict";
// How numbers, sizes and laws are written: wythoff.harness.units and wythoff.harness.fit.cells, once more for figures.

window.Complexity ??= {};

Complexity.format = (() => {
  const TIMES = [
    ["s", 1],
    ["ms", 1e-3],
    ["µs", 1e-6],
    ["ns", 1e-9],
  ];
  const LONG_TIMES = [
    ["years", 365.25 * 86400],
    ["days", 86400],
    ["h", 3600],
  ];
  const PREFIXES = [
    ["GiB", 2 ** 30],
    ["MiB", 2 ** 20],
    ["KiB", 2 ** 10],
  ];
  const RAISED = {
    "-": "⁻",
    ".": "·",
    0: "⁰",
    1: "¹",
    2: "²",
    3: "³",
    4: "⁴",
    5: "⁵",
    6: "⁶",
    7: "⁷",
    8: "⁸",
    9: "⁹",
    "/": "ᐟ",
    k: "ᵏ",
    n: "ⁿ",
  };
  const WORDS = { 1: "constant", none: "no law" };
  const MOST_CANDIDATES = 3;
  const LONGEST_UNIT = 24;
  const LAW_PARTS = /(\bsqrt n\b|\bn\^\d+(?:\.\d+)?|\bn\^k\b|\bn\^\([^)]*\)|\)\^2|\b2\^n\b|\bn\b)/;
  const BREAKS = /(?<=[._,=/(])/u;

  const isNumber = (one) => typeof one === "number" && Number.isFinite(one);
  const raised = (text) => Array.from(String(text), (char) => RAISED[char] ?? char).join("");
  /** A power as plain text; one of which a part has no raised form keeps its sign. */
  const superscript = (text) => (Array.from(text).every((char) => char in RAISED) ? raised(text) : `^(${text})`);
  const grouped = (text) => text.replace(/\B(?=(\d{3})+(?!\d))/g, ",");

  function powerOfTen(number) {
    const [mantissa, power] = number.toExponential(2).split("e");
    return `${minus(mantissa)}×10${raised(Number(power))}`;
  }

  /** Three significant digits, and a power of ten only where zeros would have to be counted. */
  function threeDigits(number) {
    if (number === 0 || !Number.isFinite(number)) return String(number);
    const rounded = Number(number.toExponential(2));
    const power = Math.floor(Math.log10(Math.abs(rounded)) + 1e-12);
    return power < -4 || power > 6 ? powerOfTen(number) : minus(power < 3 ? rounded.toFixed(Math.max(0, 2 - power)) : grouped(rounded.toFixed(0)));
  }

  /** A measured value with its unit; the limits lie where three digits round up to the next unit. */
  function value(number, unit) {
    if (!isNumber(number)) return "";
    const magnitude = Math.abs(number);
    if (isSeconds(unit)) {
      for (const [name, scale] of LONG_TIMES) if (number >= 2 * scale) return `${threeDigits(number / scale)} ${name}`;
      for (const [name, scale] of TIMES)
        if (magnitude >= scale * 0.9995) return `${threeDigits(number / scale)} ${name}`;
      return magnitude === 0 ? "0 s" : `${threeDigits(number * 1e9)} ns`;
    }
    if (unit === "bytes") {
      for (const [name, scale] of PREFIXES)
        if (magnitude >= scale * 0.9995) return `${threeDigits(number / scale)} ${name}`;
      return `${threeDigits(number)} B`;
    }
    return isPlain(unit) ? threeDigits(number) : `${threeDigits(number)} ${shorten(unit, LONGEST_UNIT)}`;
  }

  /** An end of an interval: foreign units are long, and stand beside its middle already. */
  const bound = (number, unit) => value(number, isSeconds(unit) || unit === "bytes" ? unit : "");

  const isSeconds = (unit) => unit === "s" || unit === "seconds";
  const isPlain = (unit) => !unit || unit === "unit";

  /** A size with thousands separated; beyond 15 digits or with a fraction six significant digits. */
  function size(n) {
    if (!isNumber(n)) return "";
    if (Number.isInteger(n) && Math.abs(n) < 1e15) return grouped(String(n));
    if (Math.abs(n) >= 1e15 || Math.abs(n) < 1e-4) return powerOfTen(n);
    const [whole, part] = String(Number(n.toPrecision(6))).split(".");
    return part ? `${grouped(whole)}.${part}` : grouped(whole);
  }

  const count = (number, noun, many = `${noun}s`) => `${grouped(String(number))} ${number === 1 ? noun : many}`;

  /** A probability; what rounds to certainty or impossibility is neither. */
  function share(probability) {
    if (!isNumber(probability)) return "";
    if (probability > 0.99) return ">0.99";
    return probability < 0.01 ? "<0.01" : probability.toFixed(2);
  }

  /** An exponent with its interval: [value, low, high]. */
  function exponent(triple) {
    if (!triple || !isNumber(triple[0])) return "";
    const [middle, low, high] = triple.map((one) => (isNumber(one) ? minus(one.toFixed(2)) : null));
    return low === null || high === null ? middle : `${middle} [${low}, ${high}]`;
  }

  /** A true minus sign, and none before a zero. */
  const minus = (text) => (/^-0(\.0*)?$/.test(text) ? text.slice(1) : text.replace(/^-/, "−"));

  /**
   * The parts of a law's name: [["var", "n"], ["sup", "2"], ["text", " log "], ["var", "n"]].
   * Reads any text made of laws, such as "at most n^2 log n" and "n or n log n".
   */
  const lawParts = (text) =>
    notation(
      String(text)
        .replace(/(^|\bor |\bmost |: )1(?=$| or\b)/g, `$1${WORDS[1]}`)
        .replace(/^none$/, WORDS.none),
    );

  /** The same for a sentence that names laws: nothing but their letters and powers changes. */
  function notation(plain) {
    const parts = [];
    for (const piece of plain.split(LAW_PARTS)) {
      if (piece === "sqrt n") parts.push(["text", "√"], ["var", "n"]);
      else if (piece.startsWith("n^")) parts.push(["var", "n"], ["sup", piece.slice(2).replace(/[()]/g, "")]);
      else if (piece === ")^2" || piece === "2^n") parts.push(["text", piece[0]], ["sup", piece[2]]);
      else if (piece === "n") parts.push(["var", "n"]);
      else if (piece) parts.push(["text", piece]);
    }
    return parts;
  }

  /** A law as plain text, for options, names of files and screen readers: "n² log n". */
  const law = (text) =>
    lawParts(text)
      .map(([kind, part]) => (kind === "sup" ? superscript(part) : part))
      .join("");

  /** A law as a figure's text. */
  const plotLaw = (text) =>
    lawParts(text)
      .map(([kind, part]) => (kind === "sup" ? `<sup>${part}</sup>` : kind === "var" ? `<i>${part}</i>` : part))
      .join("");

  /** What a series grows by, or what it is undecided between: as `wythoff fit` writes it, without that word. */
  function answer(series) {
    if (series.decided)
      return series.law === "n^k" && series.exponent && isNumber(series.exponent[0])
        ? `n^${series.exponent[0].toFixed(2)}`
        : series.law;
    const others = (series.candidates ?? []).filter((law) => law !== series.law);
    if (others.length >= MOST_CANDIDATES) return `${series.law} or ${others.length} others`;
    return [series.law, ...others].join(" or ");
  }

  /** Foreign text for a figure: Plotly reads tags, entities and $…$ in all that it draws. */
  const plotText = (text) => clean(text).replace(/[&<>$%]/g, (char) => `&#${char.charCodeAt(0)};`);

  /** Foreign text on one line: control characters would break lines or turn the direction of writing. */
  const clean = (text) =>
    String(text ?? "").replace(
      /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );

  const shorten = (text, most) => {
    const letters = Array.from(text);
    return letters.length <= most ? text : `${letters.slice(0, most - 1).join("")}…`;
  };

  /** Pieces between which a long name may be broken. */
  const breakable = (text) => clean(text).split(BREAKS);

  /** The day of a time in milliseconds since 1970. */
  function day(milliseconds) {
    const date = new Date(isNumber(milliseconds) ? milliseconds : NaN);
    return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
  }

  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  return {
    answer,
    bound,
    breakable,
    capital,
    clean,
    count,
    day,
    exponent,
    grouped,
    isNumber,
    isPlain,
    isSeconds,
    law,
    lawParts,
    minus,
    notation,
    plotLaw,
    plotText,
    raised,
    shorten,
    share,
    size,
    threeDigits,
    value,
  };
})();

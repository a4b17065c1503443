"use strict";
// Files for the reader: what a table holds as CSV or JSON, and how it reaches the disk without a server.

window.Complexity ??= {};

Complexity.save = (() => {
  // A spreadsheet would run what begins like this as a formula; an apostrophe makes it text.
  const FORMULA = /^[=+\-@\t\r\n]/;

  /** Offer a file; `content` is text, or bytes as a Blob. */
  function file(name, content, type) {
    const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
    const link = Complexity.dom.el("a", { href: url, download: name, hidden: true });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  /** One cell by RFC 4180; numbers stay numbers, text that looks like a formula does not. */
  function cell(value) {
    if (value === null || value === undefined) return "";
    if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
    if (Array.isArray(value)) return cell(value.join("; "));
    const text = FORMULA.test(String(value)) ? `'${value}` : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }

  /** A table as CSV; `columns` are names, `rows` lists of numbers, texts, truths, lists of texts and nulls. */
  const csv = (columns, rows) => [columns, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");

  /** A table as a list of objects in strict JSON: what is no finite number is null. */
  const json = (columns, rows) =>
    `${JSON.stringify(
      rows.map((row) => Object.fromEntries(columns.map((column, place) => [column, row[place] ?? null]))),
      (key, value) => (typeof value === "number" && !Number.isFinite(value) ? null : value),
      1,
    )}\n`;

  /** A name that every file system takes, from foreign texts. */
  function fileName(...parts) {
    const joined = parts
      .filter(Boolean)
      .join("-")
      .normalize("NFKD")
      .replace(/[^A-Za-z0-9._-]+/g, "-");
    return (
      joined
        .replace(/-{2,}/g, "-")
        .replace(/^[-._]+|[-._]+$/g, "")
        .slice(0, 100) || "complexity"
    );
  }

  return { csv, file, fileName, json };
})();

"use strict";
// Where the numbers come from: machines side by side, and what was read, used and left out.

window.Complexity ??= {};

Complexity.accountView = (() => {
  const { el, heading, name } = Complexity.dom;
  const { grouped } = Complexity.format;
  const { dataTable } = Complexity.tables;
  const { href } = Complexity.state;

  /** Facts down, machines across; what one machine does not say stays empty. */
  function renderMachines(state, overview) {
    const { machines } = overview;
    const labels = [...new Set(machines.flatMap((machine) => (machine.facts ?? []).map(([label]) => label)))];
    const known = machines.map((machine) => new Map(machine.facts ?? []));
    const places = overview.places.map((place) => ({ ...place, machine: machines[place.machine]?.name ?? "" }));
    const factColumns = [
      { title: "fact", name: "fact", value: (label) => label, cell: (label) => name(label), head: true },
      ...machines.map((machine, place) => ({
        title: heading(machine.name),
        name: machine.name,
        value: (label) => known[place].get(label) ?? null,
        cell: (label) => name(known[place].get(label) ?? "–"),
      })),
    ];
    const placeColumns = [
      {
        title: "machine",
        name: "machine",
        value: (row) => row.machine,
        cell: (row) => el("a", { href: href({ view: "series", machine: row.machine }) }, name(row.machine)),
        head: true,
      },
      {
        title: "environment",
        name: "environment",
        value: (row) => row.environment ?? "",
        cell: (row) => name(row.environment ?? ""),
      },
      {
        title: "commit",
        name: "commit",
        value: (row) => row.commit ?? "",
        cell: (row) => el("span", { class: "code" }, (row.commit ?? "").slice(0, 12)),
      },
      {
        title: "day",
        name: "day",
        value: (row) => Complexity.format.day(row.date),
        cell: (row) => el("span", { class: "day" }, Complexity.format.day(row.date)),
      },
    ];
    const element = el(
      "section",
      { class: "view", "aria-labelledby": "view-title" },
      el("h2", { id: "view-title", tabindex: -1 }, "Machines"),
      el(
        "p",
        { class: "note" },
        "Measurements of different machines are never merged: each machine has series of its own.",
      ),
      labels.length
        ? dataTable({
            caption: "Facts of each machine",
            columns: factColumns,
            rows: labels,
            nameParts: [overview.project ?? ""],
          })
        : el("p", {}, "The result files say nothing about their machines."),
      places.length
        ? dataTable({
            caption: "Environments and commits",
            columns: placeColumns,
            rows: places,
            nameParts: [overview.project ?? ""],
          })
        : null,
    );
    return { element, title: "Machines" };
  }

  /** One example stands there, several are opened. */
  function examples({ what = [], more = 0 }) {
    const entries = what.map((text) => el("li", {}, name(text)));
    if (more) entries.push(el("li", {}, `and ${grouped(String(more))} more`));
    if (entries.length < 2) return el("ul", { class: "plain" }, entries);
    return el(
      "details",
      { class: "reasons" },
      el("summary", {}, grouped(String(what.length + more))),
      el("ul", { class: "plain wide" }, entries),
    );
  }

  function renderAccount(state, overview) {
    const lost = overview.read - overview.used;
    const columns = [
      { title: "reason", name: "reason", value: (row) => row.reason, cell: (row) => row.reason, head: true },
      {
        title: "values",
        name: "count",
        value: (row) => row.count,
        cell: (row) => grouped(String(row.count)),
        number: true,
      },
      {
        title: "which",
        name: "examples",
        value: (row) => row.what ?? [],
        cell: (row) => examples(row),
      },
    ];
    const sentences = (title, all, more, none) => [
      el("h3", {}, title),
      all.length
        ? el(
            "ul",
            { class: "sentences" },
            all.map((text) => el("li", {}, name(text))),
            more ? el("li", {}, `and ${grouped(String(more))} more`) : null,
          )
        : el("p", { class: "note" }, none),
    ];
    const element = el(
      "section",
      { class: "view", "aria-labelledby": "view-title" },
      el("h2", { id: "view-title", tabindex: -1 }, "What was read and left out"),
      el(
        "p",
        {},
        `The result files hold ${grouped(String(overview.read))} values: ${grouped(String(overview.used))} are used, ${grouped(String(lost))} are left out.`,
      ),
      overview.left_out.length
        ? dataTable({
            caption: "Why values are left out",
            columns,
            rows: overview.left_out,
            nameParts: [overview.project ?? ""],
          })
        : null,
      sentences("Problems in the files", overview.problems, overview.problems_more, "All files could be read."),
      sentences(
        "Claims that no series was judged by",
        overview.claims_not_judged,
        0,
        "Each claim was held against a series.",
      ),
    );
    return { element, title: "Left out" };
  }

  return { renderAccount, renderMachines };
})();

"use strict";
// What the page was built from: JSON in blocks of the document, which wythoff.harness.report.build describes.
// What is usual is not written there, and put back here; a series' own block is read when it is shown.

window.Complexity ??= {};

Complexity.data = (() => {
  const { clean, day, isNumber } = Complexity.format;

  const VERSION = 2;
  const LISTS = [
    "places",
    "machines",
    "claims",
    "grids",
    "commits",
    "commit_lists",
    "series",
    "comparisons",
    "published",
    "laws",
    "left_out",
    "problems",
    "claims_not_judged",
  ];
  // Medians and quartiles are written in parts of this size.
  const PART = 1e-4;

  const found = { overview: null, series: [], comparisons: [], published: [] };
  const details = new Map();
  const histories = new Map();

  function block(id) {
    const element = document.getElementById(id);
    if (element === null) throw new Error(`the page holds no block “${id}”`);
    return JSON.parse(element.textContent);
  }

  /** Read the overview and complete its entries; an Error says what is wrong with it. */
  function load() {
    const overview = block("wythoff-overview");
    if (overview.version !== VERSION)
      throw new Error(`they have version ${clean(overview.version)}, and this page reads version ${VERSION}`);
    for (const list of LISTS) overview[list] ??= [];
    const places = overview.places.map((entry) => place(entry, overview.machines[entry.machine] ?? {}));
    found.overview = overview;
    found.series = overview.series.map((entry, id) => series(entry, id, places, overview));
    found.comparisons = overview.comparisons.map((entry, id) => comparison(entry, id, places));
    found.published = overview.published.map((entry) => ({ comparisons: [], ...grown(entry) }));
    return overview;
  }

  const place = (entry, machine) => ({
    machine: machine.name ?? "",
    levels: machine.levels ?? {},
    environment: entry.environment ?? "",
    commit: entry.commit ?? "",
    short: (entry.commit ?? "").slice(0, 8),
    day: day(entry.date),
    date: entry.date ?? 0,
    text: entry.text ?? "",
  });

  const grown = (entry) => ({ law_text: entry.law, candidates: [entry.law], ...entry });

  function series(entry, id, places, overview) {
    const fixed = unquoted(entry.fixed);
    const where = places[entry.place];
    const claim = entry.claim ? { ...overview.claims[entry.claim.claim], ...entry.claim } : null;
    const leftOut = entry.left_out ?? [];
    const whole = {
      kind: "time",
      unit: "seconds",
      used: entry.sizes,
      axis: "",
      ...grown(entry),
      id,
      fixed,
      where,
      claim,
      leftOut,
      label: label(entry.benchmark, fixed),
      verdict: claim ? claim.verdict : "none",
      lost: leftOut.reduce((sum, [, count]) => sum + count, 0),
      next: predicted(entry.next),
      changes: entry.changes ?? [],
      work: entry.work ? { commit: where.commit, ...grown(entry.work) } : null,
    };
    return { ...whole, words: words(whole) };
  }

  const predicted = (row) => (row ? { n: row[0], median: row[1], low: row[2], high: row[3] } : null);

  /** What the filter searches. */
  const words = ({ label: name, where, law_text: law, claim, unit, work, changes }) =>
    [name, where.machine, where.environment, where.commit, law, unit, work?.both]
      .concat([claim?.claimed, claim?.verdict, claim?.source])
      .concat(changes.map(([kind, worse, commit]) => `changed ${worse ? "worse" : "better"} ${kind} ${commit}`))
      .filter(Boolean)
      .join("\n")
      .toLowerCase();

  function comparison(entry, id, places) {
    const fixed = unquoted(entry.fixed);
    const crossovers = (entry.crossovers ?? []).map(([below, above, n, low, high, kind = "measured"]) => ({
      below,
      above,
      n,
      low,
      high,
      kind,
    }));
    const name = label(entry.benchmark, fixed);
    return { unit: "seconds", axis: "", ...entry, id, fixed, crossovers, label: name, where: places[entry.place] };
  }

  /** Parameters as people write them; asv writes them as Python does, so that a text has quotes. */
  const unquoted = (fixed) =>
    (fixed ?? []).map(([name, text]) => [
      name,
      /^(["']).*\1$/s.test(text) && text.length > 1 ? text.slice(1, -1) : text,
    ]);

  const label = (benchmark, fixed) =>
    fixed.length ? `${benchmark}(${fixed.map(([name, text]) => `${name}=${text}`).join(", ")})` : benchmark;

  /** What only the view of one series needs; lists are empty where its block has none. */
  function detail(one) {
    if (!details.has(one.id)) details.set(one.id, complete(block(`wythoff-series-${one.id}`), one));
    return details.get(one.id);
  }

  function complete(entry, one) {
    const n = isNumber(entry.n) ? found.overview.grids[entry.n] : entry.n;
    const { best, over, down, up } = entry;
    const known = down?.map(isNumber);
    const median = known && best.map((value, at) => (known[at] ? value * (1 + PART * (over?.[at] ?? 0)) : null));
    const quartile = (parts, sign) =>
      median.map((value, at) => (known[at] ? value * (1 + sign * PART * parts[at]) : null));
    return {
      gaps: [],
      notes: [],
      curves: [],
      jumps: [],
      limits: [],
      probabilities: {},
      floor: 0,
      ...entry,
      n,
      median: median ?? null,
      low: median ? quartile(down, -1) : null,
      high: median ? quartile(up, 1) : null,
      slopes: entry.slopes ?? slopes(n, best),
      predictions: one.next ? [one.next] : [],
    };
  }

  /** What is known of a series' other commits, and of it beside others; null where nothing is. */
  function history(one) {
    if (!histories.has(one.id)) {
      const there = document.getElementById(`wythoff-history-${one.id}`) !== null;
      histories.set(one.id, there ? past(block(`wythoff-history-${one.id}`)) : null);
    }
    return histories.get(one.id);
  }

  function past(entry) {
    const { commits, commit_lists: shared, commit_url: base } = found.overview;
    const own = isNumber(entry.commits) ? shared[entry.commits].map((place) => commits[place]) : [];
    return {
      stretches: [],
      marks: [],
      remade: [],
      sides: [],
      verdicts: [],
      ...entry,
      commits: own.map(([hash, date]) => ({ hash, day: day(date), url: address(base, hash) })),
    };
  }

  /** Where a project shows a commit: on the web or nowhere. */
  const address = (base, hash) => (/^https?:\/\/[^/]/.test(base ?? "") && /^[0-9a-f]+$/i.test(hash) ? base + hash : null);

  const slopes = (n, best) => n.slice(1).map((size, at) => Math.log(best[at + 1] / best[at]) / Math.log(size / n[at]));

  return { detail, found, history, load };
})();

"use strict";
// The columns of the table of all series: what is seen, what it is sorted by, and what is saved.

window.Complexity ??= {};

Complexity.seriesColumns = (() => {
  const { el, law: lawNodes, name, parameters, svg, verdict } = Complexity.dom;
  const { answer, bound, count, isNumber, minus, share, size, value } = Complexity.format;

  const RANK = { contradicted: 0, open: 1, agrees: 2, none: 3 };
  // The scale of the little pictures of exponents.
  const LEAST = -0.5;
  const MOST = 3.5;
  const WIDTH = 64;

  const small = (...children) => el("span", { class: "small" }, children);

  function benchmarkCell(series) {
    return el("a", { href: Complexity.links.seriesHref(series), class: "open" }, name(series.benchmark));
  }

  function lawCell(series) {
    const text = el("span", { class: "law" }, lawNodes(answer(series)));
    const likely = isNumber(series.probability)
      ? `p ${series.probability > 0.99 ? "" : "= "}${share(series.probability).replace(">", "> ")}`
      : null;
    const work = series.work ? small("work ", lawNodes(answer(series.work))) : null;
    return [text, small(series.decided ? likely : "undecided"), work];
  }

  /** The exponent in digits, and its interval drawn on a scale with marks at 0, 1, 2 and 3. */
  function exponentCell(series) {
    const [middle, low, high] = series.exponent ?? [];
    if (!isNumber(middle)) return small("unknown");
    const digits = (number) => minus(number.toFixed(2));
    const interval = isNumber(low) && isNumber(high);
    return el(
      "span",
      { class: "pictured" },
      picture(middle, interval ? low : middle, interval ? high : middle),
      el("span", {}, el("span", {}, digits(middle)), interval ? small(`[${digits(low)}, ${digits(high)}]`) : null),
    );
  }

  const x = (number) => ((Math.min(MOST, Math.max(LEAST, number)) - LEAST) / (MOST - LEAST)) * WIDTH;
  const scaled = (...parts) =>
    svg(
      "svg",
      {
        class: "exponent",
        viewBox: `0 0 ${WIDTH} 10`,
        width: WIDTH,
        height: 10,
        "aria-hidden": "true",
        focusable: "false",
      },
      parts,
    );
  /** The numbers of the scale, for the head of the column. */
  const scale = () => scaled([0, 1, 2, 3].map((mark) => svg("text", { x: x(mark), y: 9 }, String(mark))));

  function picture(middle, low, high) {
    return scaled(
      [0, 1, 2, 3].map((mark) => svg("line", { class: "mark", x1: x(mark), x2: x(mark), y1: 0, y2: 10 })),
      svg("line", { class: "interval", x1: x(low), x2: Math.max(x(high), x(low) + 1), y1: 5, y2: 5 }),
      svg("circle", { class: "value", cx: x(middle), cy: 5, r: 3 }),
    );
  }

  function claimCell(series) {
    return [verdict(series.verdict), series.claim ? small("claimed ", lawNodes(series.claim.claimed)) : null];
  }

  function pointsCell(series) {
    const used = el("span", {}, count(series.used, "value"));
    if (!series.lost) return [used, small(count(series.sizes, "size"))];
    return [
      used,
      el(
        "details",
        { class: "small reasons" },
        el("summary", {}, `${count(series.lost, "left out", "left out")}`),
        el(
          "ul",
          {},
          series.leftOut.map(([reason, number]) => el("li", {}, `${size(number)} × ${reason}`)),
        ),
      ),
    ];
  }

  /** The changes over commits, the newest first; all of them stand in the series' own view. */
  function changesCell({ changes }) {
    if (!changes.length) return small("none");
    const [kind, worse, commit] = changes.at(-1);
    const more = changes.length > 1 ? small(`and ${changes.length - 1} before`) : null;
    return [Complexity.historyView.kindOf(kind, worse), small("at ", el("span", { class: "code" }, commit)), more];
  }

  const largestCell = (series) => [el("span", {}, size(series.n_max)), small(value(series.value_max, series.unit))];

  function nextCell(series) {
    if (!series.next) return small("none");
    const { median, low, high } = series.next;
    const interval =
      isNumber(low) && isNumber(high) ? `[${bound(low, series.unit)}, ${bound(high, series.unit)}]` : null;
    const elsewhere = series.next.n === 2 * series.n_max ? null : small(`at ${size(series.next.n)}`);
    return [el("span", {}, value(median, series.unit)), small(interval), elsewhere];
  }

  /** Columns in their order; those with `needed` are shown only where that holds for the overview. */
  const COLUMNS = [
    { key: "benchmark", title: "Benchmark", cell: benchmarkCell, sort: (series) => series.label, head: true },
    {
      key: "parameters",
      title: "Fixed parameters",
      cell: (series) => parameters(series.fixed),
      sort: (series) => series.fixed.map((pair) => pair[1]).join("\n"),
      needed: (all) => all.some((series) => series.fixed.length),
    },
    {
      key: "axis",
      title: "Size",
      hint: "the parameter that is the size",
      cell: (series) => name(series.axis || "–"),
      sort: (series) => series.axis,
    },
    {
      key: "machine",
      title: "Machine",
      cell: (series) => [el("span", {}, name(series.where.machine)), small(name(series.where.environment))],
      sort: (series) => `${series.where.machine}\n${series.where.environment}`,
      needed: (all) => differs(all, (series) => `${series.where.machine}\n${series.where.environment}`),
    },
    {
      key: "commit",
      title: "Commit",
      cell: (series) => [
        el("span", { class: "code" }, series.where.short),
        el("span", { class: "small day" }, series.where.day),
      ],
      sort: (series) => series.where.date || series.where.commit,
      needed: (all) => differs(all, (series) => series.where.commit),
    },
    { key: "law", title: "Grows as", cell: lawCell, sort: (series) => lawRank(series) },
    {
      key: "exponent",
      title: "Exponent",
      hint: "at the largest sizes, with its 95 % interval",
      cell: exponentCell,
      sort: (series) => series.exponent?.[0] ?? null,
      number: true,
      scale,
    },
    {
      key: "claim",
      title: "Claim",
      cell: claimCell,
      sort: (series) => RANK[series.verdict],
      needed: (all) => all.some((series) => series.claim),
    },
    {
      key: "changes",
      title: "Changed",
      hint: "over the commits that were measured",
      cell: changesCell,
      sort: ({ changes }) => (changes.length ? (changes.at(-1)[1] ? 0 : 1) : null),
      needed: (all) => all.some((series) => series.changes.length),
    },
    { key: "points", title: "Values used", cell: pointsCell, sort: (series) => series.used, number: true },
    {
      key: "largest",
      title: "Largest size",
      hint: "and the value there",
      cell: largestCell,
      sort: (series) => series.n_max ?? null,
      number: true,
    },
    {
      key: "next",
      title: "Predicted at twice that",
      hint: "with a 90 % interval",
      cell: nextCell,
      sort: (series) => series.next?.median ?? null,
      number: true,
    },
  ];

  const differs = (all, of) => new Set(all.map(of)).size > 1;

  /** Decided laws in their order of growth, then what is undecided. */
  function lawRank(series) {
    const place = Complexity.data.found.overview.laws.indexOf(series.law);
    return (series.decided ? 0 : 1000) + (place < 0 ? 500 : place);
  }

  const saved = [
    ["benchmark", (one) => one.benchmark],
    ["parameters", (one) => one.fixed.map(([key, text]) => `${key}=${text}`)],
    ["axis", (one) => one.axis],
    ["machine", (one) => one.where.machine],
    ["environment", (one) => one.where.environment],
    ["commit", (one) => one.where.commit],
    ["date", (one) => one.where.day],
    ["kind", (one) => one.kind],
    ["unit", (one) => one.unit],
    ["law", (one) => one.law],
    ["decided", (one) => one.decided],
    ["candidates", (one) => one.candidates],
    ["probability", (one) => one.probability],
    ["exponent", (one) => one.exponent?.[0]],
    ["exponent_low", (one) => one.exponent?.[1]],
    ["exponent_high", (one) => one.exponent?.[2]],
    ["work", (one) => one.work?.law],
    ["work_decided", (one) => one.work?.decided],
    ["work_candidates", (one) => one.work?.candidates],
    ["work_probability", (one) => one.work?.probability],
    ["work_difference", (one) => one.work?.difference],
    ["claimed", (one) => one.claim?.claimed],
    ["verdict", (one) => one.claim?.verdict],
    ["source", (one) => one.claim?.source],
    ["evidence", (one) => one.claim?.evidence],
    ["changes", (one) => one.changes.map(([kind, worse, commit]) => `${worse ? "worse" : "better"} ${kind} at ${commit}`)],
    ["sizes", (one) => one.sizes],
    ["used", (one) => one.used],
    ["left_out", (one) => one.lost],
    ["left_out_reasons", (one) => one.leftOut.map(([reason, number]) => `${number} ${reason}`)],
    ["n_min", (one) => one.n_min],
    ["n_max", (one) => one.n_max],
    ["value_at_n_max", (one) => one.value_max],
    ["next_n", (one) => one.next?.n],
    ["next_median", (one) => one.next?.median],
    ["next_low", (one) => one.next?.low],
    ["next_high", (one) => one.next?.high],
    ["measure_next", (one) => one.measure_next],
  ];

  /** All that is known about some series as a table for files. */
  const table = (all) => [
    saved.map(([column]) => column),
    all.map((series) => saved.map(([, of]) => of(series) ?? null)),
  ];

  return { COLUMNS, claimCell, exponentCell, largestCell, lawCell, nextCell, scale, table };
})();

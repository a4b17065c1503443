"use strict";
// All series of one benchmark in one figure, where they cross, and what was published beside them.

window.Complexity ??= {};

Complexity.comparisonFigure = (() => {
  const { logRange, plane, sizeTitle, valueTitle, zoomed } = Complexity.axes;
  const { isNumber, plotLaw, plotText, shorten, size, value } = Complexity.format;
  const { quotients } = Complexity.laws;
  const { line, upright } = Complexity.seriesItems;
  const { SYMBOLS } = Complexity.theme;

  // Colours come round again after eight; then the dash differs. Dashes alone are for what was published.
  const LINES = ["solid", "dashdot", "longdashdot", "dot"];
  const LONGEST = 60;
  // Pixels below which markers have to be small.
  const NARROW = 600;

  /** What is drawn of a comparison: its series, then what was published in their unit, as {id, label, n, y}. */
  function members(comparison) {
    const found = Complexity.data.found;
    if (comparison.runs) return { own: comparison.chosen, published: [] };
    const own = comparison.series.map((id) => {
      const { n, best } = Complexity.data.detail(found.series[id]);
      return { id: `series ${id}`, series: found.series[id], label: varying(found.series[id], comparison), n, y: best };
    });
    const published = found.published
      .map((entry, place) => ({
        id: `published ${place}`,
        published: entry,
        label: entry.name,
        n: entry.n,
        y: entry.values,
      }))
      .filter((one) => one.published.comparisons?.includes(comparison.id) && one.published.unit === comparison.unit);
    return { own, published };
  }

  /** The value of the parameter that varies, which is shorter than a label. */
  const varying = (series, comparison) =>
    comparison.runs ? series.where.text : series.fixed.find(([key]) => key === comparison.vary)?.[1] ?? series.label;

  /** A part of a figure; `by` is a law to divide by, or empty. */
  function figureOf(comparison, { xLog, yLog, by }) {
    const { own, published } = members(comparison);
    const drawn = [...own, ...published].map((one) => ({ ...one, ...visible(one, xLog, yLog, by) }));
    const range = (log, values) => (log ? logRange(values, 0.04, 0.3) : [0, Math.max(0, ...values) * 1.06 || 1]);
    const { kind } = own[0].series;
    const title = `${valueTitle(kind, comparison.unit)}${by ? ` / ${plotLaw(by)}` : ""}`;
    const build = ({ theme, zoom, hidden, ...pixels }) => {
      // What is hidden takes no room: on linear axes one slow series leaves none to the others.
      const shown = drawn.filter((one) => !hidden.has(one.id));
      const all = (key) => (shown.length ? shown : drawn).flatMap((one) => one[key]);
      const xs = zoomed(zoom?.x, xLog, range(xLog, all("sizes")));
      const ys = zoomed(zoom?.y, yLog, range(yLog, all("heights")));
      const x = { range: xs, log: xLog, title: sizeTitle(comparison.axis) };
      return {
        items: [
          ...drawn.map((one, place) => item(one, place, comparison, theme, pixels.width < NARROW ? 5 : 7)),
          ...crossovers(comparison, hidden, theme, xLog, xs),
        ],
        layout: plane(x, { range: ys, log: yLog, title, unit: comparison.unit }, pixels, theme),
      };
    };
    const labels = drawn.map((one) => one.label).join(", ");
    return { build, describe: `${drawn.length} series over size: ${labels}. The tables have all numbers.` };
  }

  /** Sizes and heights of the points that the axes can show, and the values behind them. */
  function visible({ n, y }, xLog, yLog, by) {
    const heights = by ? quotients(by, n, y) : y;
    const shown = (place) => isNumber(heights[place]) && (!yLog || heights[place] > 0) && (!xLog || n[place] > 0);
    const places = n.map((_, place) => place).filter(shown);
    return {
      sizes: places.map((place) => n[place]),
      heights: places.map((place) => heights[place]),
      values: places.map((place) => y[place]),
    };
  }

  function item(one, place, comparison, theme, markerSize) {
    const beside = Boolean(one.published);
    const colour = theme.colours[place % theme.colours.length];
    const symbol = SYMBOLS[place % SYMBOLS.length];
    const dash = beside ? "dash" : LINES[Math.floor(place / theme.colours.length) % LINES.length];
    const label = shorten(one.label, LONGEST);
    const text = one.sizes.map(
      (n, step) => `${plotText(label)}<br>n = ${size(n)}<br>${plotText(value(one.values[step], comparison.unit))}`,
    );
    const marker = { color: colour, symbol: beside ? `${symbol}-open` : symbol, size: markerSize };
    const style = { color: colour, width: beside ? 1.4 : 1.8, dash };
    return {
      id: one.id,
      label,
      swatch: { line: colour, dash, symbol, colour, open: beside },
      z: beside ? 1 : 2,
      traces: [line(one.sizes, one.heights, style, { mode: "lines+markers", marker, text })],
    };
  }

  /** Numbered lines where two series change places, of series that are shown. */
  function crossovers(comparison, hidden, theme, xLog, [low, high]) {
    const shown = ({ below, above }) => ![below, above].some((id) => hidden.has(`series ${id}`));
    const inside = comparison.crossovers
      .map((one, place) => ({ ...one, number: place + 1 }))
      .filter((one) => one.n > low && one.n < high && shown(one));
    if (!inside.length) return [];
    const dash = (kind) => (kind === "measured" ? "solid" : "dot");
    return [
      {
        id: "crossovers",
        label: "crossovers, numbered as in the table; dotted: predicted",
        swatch: { line: theme.reference, width: 1.2 },
        shapes: inside.map(({ n, kind }) =>
          upright(n, n, { line: { color: theme.reference, width: 1, dash: dash(kind) } }),
        ),
        annotations: inside.map(({ n, number }, place) => ({
          xref: "x",
          yref: "paper",
          x: xLog ? Math.log10(n) : n,
          y: 1,
          yshift: (place % 2) * 10 - 2,
          text: String(number),
          showarrow: false,
          xanchor: "center",
          yanchor: "bottom",
          font: { size: 11, color: theme.ink },
        })),
      },
    ];
  }

  return { figureOf, members, varying };
})();

"use strict";
// The entries of the legend that the figures of a series share, each with what it draws.

window.Complexity ??= {};

Complexity.seriesItems = (() => {
  const { law: lawNodes } = Complexity.dom;
  const { answer, isNumber, law: lawText, plotLaw, plotText, shorten, size, threeDigits, value } = Complexity.format;

  // Smaller jumps are in the table.
  const LEAST_JUMP = 1.1;
  const LONGEST_REASON = 80;
  const BAND = ", 90 % band beyond";
  // A second axis from bottom to top, for marks that belong to a size and to no value.
  const UPRIGHT = { overlaying: "y", range: [0, 1], visible: false, fixedrange: true };

  const dots = (x, y, marker, more = {}) => ({
    type: "scatter",
    mode: "markers",
    x,
    y,
    marker,
    hoverinfo: "text",
    ...more,
  });
  const line = (x, y, style, more = {}) => ({
    type: "scatter",
    mode: "lines",
    x,
    y,
    line: style,
    hoverinfo: "text",
    ...more,
  });
  const about = (n) => size(Number(n.toPrecision(3)));

  /**
   * Measurements, quartiles, laws and predictions.
   *
   * `map(sizes, values)` turns values into what is drawn: themselves, or themselves over a law.
   */
  function measurements(series, detail, parts, theme, map) {
    const items = [lowest(series, detail, parts.measured, theme, map)];
    if (parts.quartiles) items.push(quartiles(parts.quartiles, theme, map));
    items.push(...parts.curves.map((curve, place) => lawLine(series, curve, place === 0, theme, map)));
    if (parts.claimed) items.push(claimedLine(parts.claimed, theme, map));
    if (parts.predictions.length) items.push(predictions(series, parts.predictions, theme, map));
    return items;
  }

  function lowest(series, detail, { n, y }, theme, map) {
    const text = n.map((one, place) => {
      const lines = [`n = ${size(one)}`, `lowest ${plotText(value(y[place], series.unit))}`];
      if (isNumber(detail.median?.[place]))
        lines.push(`median ${interval(series, detail.median[place], detail.low?.[place], detail.high?.[place])}`);
      return lines.join("<br>");
    });
    return {
      id: "measured",
      label: "measured: lowest sample",
      swatch: { symbol: "circle", colour: theme.measured },
      z: 5,
      traces: [dots(n, map(n, y), { color: theme.measured, symbol: "circle", size: 7 }, { text })],
    };
  }

  function interval(series, middle, low, high) {
    const ends = isNumber(low) && isNumber(high) ? ` [${value(low, series.unit)}, ${value(high, series.unit)}]` : "";
    return plotText(`${value(middle, series.unit)}${ends}`);
  }

  function quartiles({ n, median, low, high }, theme, map) {
    const marker = { color: theme.measured, symbol: "line-ew", size: 9, line: { color: theme.measured, width: 1.5 } };
    const bars = errorBars(map(n, median), map(n, low), map(n, high), theme.measured);
    return {
      id: "quartiles",
      label: "median and quartiles",
      swatch: { line: theme.measured, width: 1.5, sign: "┼", colour: theme.measured },
      z: 4,
      traces: [dots(n, map(n, median), marker, { error_y: bars, hoverinfo: "skip" })],
    };
  }

  const errorBars = (values, low, high, colour) => ({
    type: "data",
    symmetric: false,
    array: high.map((one, place) => Math.max(0, one - values[place])),
    arrayminus: low.map((one, place) => Math.max(0, values[place] - one)),
    color: colour,
    thickness: 1.2,
    width: 3,
  });

  function lawLine(series, { law, n, median, band }, likeliest, theme, map) {
    const role = likeliest ? (series.decided ? "law" : "likeliest law") : "runner-up";
    const name = likeliest ? answer({ ...series, decided: true }) : law;
    const style = likeliest ? { color: theme.law, width: 2.2 } : { color: theme.second, width: 1.4, dash: "longdash" };
    const text = n.map(
      (one, place) => `${role} ${plotLaw(name)}<br>n ≈ ${about(one)}<br>${interval(series, median[place])}`,
    );
    const traces = [line(n, map(n, median), style, { text })];
    if (band) {
      const edge = { hoverinfo: "skip" };
      const none = { width: 0, color: theme.law };
      traces.push(line(band.n, map(band.n, band.low), none, edge));
      traces.push(line(band.n, map(band.n, band.high), none, { ...edge, fill: "tonexty", fillcolor: theme.band }));
    }
    const beyond = band ? BAND : "";
    return {
      id: likeliest ? "law" : "runner-up",
      label: `${role}: ${lawText(name)}${beyond}`,
      plotLabel: `${role}: ${plotLaw(name)}${beyond}`,
      content: [`${role}: `, lawNodes(name), beyond],
      swatch: { line: style.color, dash: style.dash, width: style.width, area: band ? theme.band : null },
      z: likeliest ? 3 : 2,
      traces,
    };
  }

  function claimedLine({ law, n, median }, theme, map) {
    return {
      id: "claimed",
      label: `claimed: ${lawText(law)}`,
      plotLabel: `claimed: ${plotLaw(law)}`,
      content: ["claimed: ", lawNodes(law)],
      swatch: { line: theme.claimed, dash: "dash", width: 2 },
      z: 3,
      traces: [line(n, map(n, median), { color: theme.claimed, width: 2, dash: "dash" }, { hoverinfo: "skip" })],
    };
  }

  function predictions(series, rows, theme, map) {
    const n = rows.map((row) => row.n);
    const column = (key) =>
      map(
        n,
        rows.map((row) => row[key] ?? row.median),
      );
    const marker = {
      color: theme.prediction,
      symbol: "diamond-open",
      size: 9,
      line: { width: 1.8, color: theme.prediction },
    };
    const text = rows.map(
      (row) => `predicted at n = ${size(row.n)}<br>${interval(series, row.median, row.low, row.high)}`,
    );
    const middle = column("median");
    const bars = errorBars(middle, column("low"), column("high"), theme.prediction);
    return {
      id: "predictions",
      label: "predicted, 90 % interval",
      swatch: { symbol: "diamond", colour: theme.prediction, open: true },
      z: 4,
      traces: [dots(n, middle, marker, { text, error_y: bars })],
    };
  }

  /** Sizes at which the working set outgrows a cache, and jumps of the cost: marks from bottom to top. */
  function marks(detail, theme, [low, high], log = true) {
    const limits = detail.limits.filter(([, n]) => n > low && n < high);
    const jumps = detail.jumps.filter(
      ({ before, after, factor }) => after > low && before < high && Math.abs(Math.log(factor)) >= Math.log(LEAST_JUMP),
    );
    const items = [];
    if (limits.length)
      items.push({
        id: "limits",
        label: "cache and memory limits",
        swatch: { line: theme.muted, dash: "dot", width: 1.5 },
        shapes: limits.map(([, n]) => upright(n, n, { line: { color: theme.muted, width: 1, dash: "dot" } })),
        annotations: limits.map(([level, n]) => label(n, level, theme.muted, log, { y: 1, yanchor: "bottom" })),
      });
    if (jumps.length)
      items.push({
        id: "jumps",
        label: "jumps of the cost by a tenth or more",
        swatch: { area: theme.shade },
        shapes: jumps.map(({ before, after }) =>
          upright(before, after, { line: { width: 1.5, color: theme.ground }, fillcolor: theme.shade }),
        ),
        annotations: jumps.map(({ before, after, factor }) =>
          label(Math.sqrt(before * after), `×${threeDigits(factor)}`, theme.ink, log, { y: 0.99, yanchor: "top" }),
        ),
      });
    return items;
  }

  /** A line or an area over the whole height of a figure. */
  const upright = (from, to, style) => ({
    type: from === to ? "line" : "rect",
    xref: "x",
    yref: "paper",
    x0: from,
    x1: to,
    y0: 0,
    y1: 1,
    layer: "below",
    ...style,
  });

  /** A text at a size; a logarithmic axis wants its places in logarithms. */
  const label = (n, text, colour, log, place) => ({
    xref: "x",
    yref: "paper",
    x: log ? Math.log10(n) : n,
    text: plotText(text),
    showarrow: false,
    xanchor: "center",
    font: { size: 11, color: colour },
    ...place,
  });

  /** Crosses at the foot of a figure for sizes without a value. */
  function gaps(detail, theme) {
    const shown = detail.gaps.filter(([n]) => n > 0);
    if (!shown.length) return [];
    const marker = { symbol: "x-thin", size: 8, color: theme.muted, line: { color: theme.muted, width: 1.5 } };
    const text = shown.map(([n, reason]) => `n = ${size(n)}<br>${plotText(shorten(reason, LONGEST_REASON))}`);
    return [
      {
        id: "gaps",
        label: "sizes without a value",
        swatch: { sign: "×", colour: theme.muted },
        traces: [
          dots(
            shown.map(([n]) => n),
            shown.map(() => 0.015),
            marker,
            { yaxis: "y2", text },
          ),
        ],
      },
    ];
  }

  // What is there to look closer, and hidden until it is asked for.
  const OFF = ["quartiles", "runner-up", "jumps", "reference n", "reference n log n", "reference n^2"];

  return { OFF, UPRIGHT, dots, gaps, label, line, marks, measurements, upright };
})();

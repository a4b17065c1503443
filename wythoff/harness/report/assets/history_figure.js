"use strict";
// A series over its commits: its exponent, and its cost at one size, coloured by law, with the changes marked.

window.Complexity ??= {};

Complexity.historyFigure = (() => {
  const { linearTicks, logRange, plane, valueTitle, zoomed } = Complexity.axes;
  const { exponent, isNumber, law: lawText, minus, plotLaw, plotText, size, value } = Complexity.format;
  const { line, upright } = Complexity.seriesItems;

  // Pixels that a day below the axis takes.
  const DAY = 92;

  /** The stretches between changes: {from, to (the last but one), law (null where none was looked for), below, above}. */
  const stretches = ({ stretches: all, commits }) =>
    all.map((one, place) => ({ law: null, ...one, to: all[place + 1]?.from ?? commits.length }));

  /** What two stretches with the same law have in common is their colour. */
  function colours(history, theme) {
    const laws = [...new Set(stretches(history).map((one) => one.law ?? ""))];
    return (law) => theme.colours[laws.indexOf(law ?? "") % theme.colours.length];
  }

  function exponents(series, history) {
    const known = history.exponents.filter(isNumber);
    const sides = stretches(history).flatMap(({ from, to, below, above }) =>
      history.exponents
        .slice(from, to)
        .filter(isNumber)
        .flatMap((one) => [one - (below ?? 0), one + (above ?? 0)]),
    );
    const whole = [Math.min(...sides, 0) - 0.2, Math.max(...sides, 1) + 0.3];
    const build = ({ theme, zoom, ...pixels }) => ({
      items: [
        ...stretches(history).map((one, place) => stretch(history, one, place, theme, history.exponents, errors(one))),
        ...marks(history, theme),
      ],
      layout: layout(history, zoom, pixels, theme, {
        range: zoomed(zoom?.y, false, whole),
        log: false,
        title: "exponent",
        unit: "",
      }),
    });
    const newest = history.exponents.at(-1);
    const last = isNumber(newest) ? minus(newest.toFixed(2)) : "unknown";
    return { build, describe: `Exponent at ${known.length} commits, ${last} at the newest. ${said(history)}` };
  }

  /** The intervals of a stretch, drawn only where both ends are known. */
  const errors =
    ({ below, above }) =>
    (colour, count) =>
      isNumber(below) && isNumber(above)
        ? {
            error_y: {
              type: "data",
              symmetric: false,
              array: Array(count).fill(above),
              arrayminus: Array(count).fill(below),
              color: colour,
              thickness: 1,
              width: 2,
            },
          }
        : {};

  function costs(series, history) {
    const unit = history.unit ?? series.unit;
    const build = ({ theme, zoom, ...pixels }) => ({
      items: [
        ...stretches(history).map((one, place) => stretch(history, one, place, theme, history.values, null, unit)),
        ...marks(history, theme),
      ],
      layout: layout(history, zoom, pixels, theme, {
        range: zoomed(zoom?.y, true, logRange(history.values, 0.1, 0.4)),
        log: true,
        title: valueTitle(series.kind, unit),
        unit,
      }),
    });
    const describe = `Lowest sample at n = ${size(history.n)} at ${history.commits.length} commits. ${said(history)}`;
    return { build, describe };
  }

  const said = ({ marks: all }) => (all.length ? "The changes are listed above." : "Nothing is said to have changed.");

  function stretch(history, { from, to, law, below, above }, place, theme, values, bars, unit = null) {
    const at = Array.from({ length: to - from }, (_, step) => from + step).filter((one) => isNumber(values[one]));
    const colour = colours(history, theme)(law);
    const name = law === null ? "law as after it" : lawText(law);
    const text = at.map((one) => {
      const { hash, day } = history.commits[one];
      const shown = unit === null ? exponent([values[one], values[one] - below, values[one] + above]) : value(values[one], unit);
      return `${plotText(hash.slice(0, 8))} ${day}<br>${plotText(shown)}${law === null ? "" : `<br>${plotLaw(law)}`}`;
    });
    const marker = { color: colour, symbol: "circle", size: 6 };
    const trace = line(
      at,
      at.map((one) => values[one]),
      { color: colour, width: 1.2 },
      { mode: "lines+markers", marker, text, ...bars?.(colour, at.length) },
    );
    const first = history.commits[from];
    const label = `${name}, from ${first.hash.slice(0, 8)} on`;
    return {
      id: `stretch ${place}`,
      label,
      plotLabel: `${law === null ? name : plotLaw(law)}, from ${plotText(first.hash.slice(0, 8))} on`,
      swatch: { line: colour, width: 1.2, symbol: "circle", colour },
      z: 2,
      traces: [trace],
    };
  }

  /** Lines from bottom to top, between the commits before and after, numbered as in the list. */
  function marks({ marks: all, remade }, theme) {
    const items = [];
    const between = (at) => at - 0.5;
    if (all.length)
      items.push({
        id: "marks",
        label: "changes, numbered as in the list",
        swatch: { line: theme.claimed, width: 1.4, dash: "dash" },
        shapes: all.map(({ at }) => upright(between(at), between(at), { line: { color: theme.claimed, width: 1.2, dash: "dash" } })),
        annotations: all.map(({ at }, place) => ({
          xref: "x",
          yref: "paper",
          x: between(at),
          y: 1,
          text: String(place + 1),
          showarrow: false,
          xanchor: "center",
          yanchor: "bottom",
          font: { size: 11, color: theme.ink },
        })),
      });
    if (remade.length)
      items.push({
        id: "remade",
        label: "not compared across it: the benchmark itself changed",
        swatch: { line: theme.muted, width: 1.2, dash: "dot" },
        shapes: remade.map(([at]) => upright(between(at), between(at), { line: { color: theme.muted, width: 1, dash: "dot" } })),
      });
    return items;
  }

  /** Commits stand at even distances, with their days below as there is room. */
  function layout(history, zoom, pixels, theme, y) {
    const count = history.commits.length;
    const range = zoomed(zoom?.x, false, [-0.7, count - 0.3]);
    const made = plane({ range, log: false, title: "commits by date" }, y, pixels, theme);
    const most = Math.max(2, Math.floor((pixels.width - 90) / DAY));
    const ticks = linearTicks(Math.max(0, range[0]), Math.min(count - 1, range[1]), most, "").filter(Number.isInteger);
    Object.assign(made.xaxis, { tickvals: ticks, ticktext: ticks.map((at) => history.commits[at].day) });
    return made;
  }

  return { costs, exponents };
})();

"use strict";
// The commits, machines and environments of one benchmark that can be held side by side, and what is said of two.

window.Complexity ??= {};

Complexity.sides = (() => {
  const { href: address } = Complexity.state;
  const VARY = "commits and machines";
  const DIGITS = 12;

  const keyOf = ({ machine, environment }, hash) => [machine, environment, hash.slice(0, DIGITS)].join("/");

  /** All sides of a series and its namesakes: {id, key, label, series, at, n, y}, the newest last. */
  function all(series) {
    const same = [series, ...Complexity.links.namesakes(series)].filter(
      (one) => one.axis === series.axis && one.unit === series.unit && one.kind === series.kind,
    );
    const several = new Set(same.map((one) => `${one.where.machine}\n${one.where.environment}`)).size > 1;
    return same.flatMap((one) => sidesOf(one, several));
  }

  function sidesOf(one, several) {
    const { machine, environment, commit, day } = one.where;
    const place = several ? ` on ${[machine, environment].filter(Boolean).join(", ")}` : "";
    const history = Complexity.data.history(one);
    const made = (at, hash, when, n, y) => ({
      id: `side ${one.id} ${at ?? ""}`,
      key: keyOf(one.where, hash),
      label: `${hash.slice(0, 8)} ${when}${place}`.trim() || machine || environment,
      series: one,
      at,
      n,
      y,
    });
    if (!history?.sides.length || (history.unit ?? one.unit) !== one.unit) {
      const { n, best } = Complexity.data.detail(one);
      return [made(null, commit, day, n, best)];
    }
    return history.sides.map(({ at, n, best }) => made(at, history.commits[at].hash, history.commits[at].day, n, best));
  }

  /** Whether there are two. */
  const exist = (series) => all(series).length > 1;

  const href = (series, more = {}) => address({ comparison: series.label, vary: "runs", axis: series.axis, ...here(series), ...more });

  /** Which of several namesakes the reader comes from. */
  const here = (series) =>
    Complexity.links.namesakes(series).length ? { machine: series.where.machine, environment: series.where.environment } : {};

  /** The comparison that a state means, in the form of those that the page was built with; null if there is none. */
  function comparisonOf(state) {
    if (state.get("vary") !== "runs") return null;
    const series = Complexity.links.seriesOf(new URLSearchParams([["series", state.get("comparison")], ...["axis", "machine", "environment"].filter((key) => state.has(key)).map((key) => [key, state.get(key)])]));
    if (!series) return null;
    const sides = all(series);
    if (sides.length < 2) return null;
    const { label, benchmark, fixed, axis, unit, where } = series;
    return { runs: series, label, benchmark, fixed, axis, unit, where, vary: VARY, sides, crossovers: [], series: [...new Set(sides.map((one) => one.series.id))] };
  }

  /** The two that are looked at first: those about the last change, or the newest and what stands before it. */
  function usual({ runs, sides }) {
    if (!runs) return [sides[0], sides[1]];
    const mark = Complexity.data.history(runs)?.marks.at(-1);
    const own = sides.filter((one) => one.series === runs);
    if (mark) {
      const after = own.findIndex((one) => one.at === mark.at);
      if (after > 0) return [own[after - 1], own[after]];
    }
    const last = own.at(-1);
    return [own.length > 1 ? own.at(-2) : sides.find((one) => one !== last), last];
  }

  /** What `wythoff compare` says of two sides: {text, swapped}; null where that was not worked out. */
  function verdict(first, second) {
    const here = (one) => (one.at === null ? "" : one.at);
    const places = (one) => {
      const newest = (Complexity.data.history(one.series)?.commits.length ?? 0) - 1;
      return new Set([`${one.series.id} ${here(one)}`, ...(one.at === null || one.at === newest ? [`${one.series.id} `] : [])]);
    };
    const [a, b] = [places(first), places(second)];
    for (const one of new Set([first.series, second.series]))
      for (const [[id, at], [other, there], text] of Complexity.data.history(one)?.verdicts ?? []) {
        const [from, to] = [`${id} ${at ?? ""}`, `${other} ${there ?? ""}`];
        if (a.has(from) && b.has(to)) return { text, swapped: false };
        if (b.has(from) && a.has(to)) return { text, swapped: true };
      }
    return null;
  }

  return { comparisonOf, exist, href, usual, verdict };
})();

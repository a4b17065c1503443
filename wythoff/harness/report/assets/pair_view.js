"use strict";
// Two of a comparison's series: chosen by the reader, their ratio drawn, and what is said about it.

window.Complexity ??= {};

Complexity.pairView = (() => {
  const { choice, el, sentence } = Complexity.dom;
  const { shorten } = Complexity.format;
  const { adjust } = Complexity.state;

  const LONGEST = 80;
  const UNSAID = "Nothing was worked out about these two; wythoff compare does that.";

  /**
   * The choice of two: {bar, ratio(nameParts), tables(nameParts), watch(redraw, xLog), stretch(xLog)}; the figure of a
   * comparison of commits and machines shows these two alone, and is drawn anew by `redraw`.
   */
  function pairOf(comparison, state) {
    const sides = comparison.runs ? comparison.sides : ofSeries(comparison);
    const named = (key) => sides.find((one) => one.key === state.get(key));
    const usual = Complexity.sides.usual({ ...comparison, sides });
    let chosen = [named("a") ?? usual[0], named("b") ?? usual[1]];
    comparison.chosen = chosen;
    let xLog = true;
    let redraw = () => {};
    let shown = null;
    let parts = [];
    const said = el("p", { class: "verdict-of-two", role: "status" });
    const place = el("div", {});

    function change(which, key) {
      chosen = chosen.with(which, sides.find((one) => one.key === key));
      comparison.chosen = chosen;
      adjust({ a: chosen[0].key, b: chosen[1].key });
      say();
      if (comparison.runs) redraw();
      draw();
      if (comparison.runs) place.replaceChildren(Complexity.comparisonTables.tables(comparison, parts));
    }

    const draw = () => shown?.change(Complexity.ratioFigure.figureOf(comparison, ...chosen, xLog));

    function say() {
      const found = Complexity.sides.verdict(...chosen);
      const words = found ? sentence(found.text) : UNSAID;
      const swapped = found?.swapped ? "The first beside the second: " : "The second beside the first: ";
      said.replaceChildren(...[found ? swapped : [], words].flat());
    }

    const options = sides.map((one) => [one.key, shorten(one.label, LONGEST)]);
    const select = (label, which) =>
      choice(label, options, chosen[which].key, (key) => change(which, key), { "data-choice": "ab"[which] });
    say();
    const bar = el("div", { class: "filters pair" }, select("First", 0), select("Second", 1));
    return {
      bar: [bar, said],
      ratio(nameParts) {
        shown = Complexity.figures.figure({
          title: "Ratio, second over first",
          part: Complexity.ratioFigure.figureOf(comparison, ...chosen, xLog),
          heading: comparison.label,
          where: chosen.map((one) => one.label).join(", "),
          nameParts: [...nameParts, "ratio"],
          height: 300,
        });
        return shown.element;
      },
      tables(nameParts) {
        parts = nameParts;
        place.append(Complexity.comparisonTables.tables(comparison, nameParts));
        return place;
      },
      stretch(log) {
        xLog = log;
        draw();
      },
      watch(again, log) {
        redraw = again;
        xLog = log;
      },
    };
  }

  /** The series of a comparison over a parameter. */
  const ofSeries = (comparison) =>
    Complexity.comparisonFigure.members(comparison).own.map((one) => ({ ...one, at: null, key: one.label }));

  return { pairOf };
})();

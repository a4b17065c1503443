"use strict";
// What the first view and the table of series are filtered by: words, law, machine, benchmark, verdict on the claim.

window.Complexity ??= {};

Complexity.filterBar = (() => {
  const { button, choice, el, verdict, VERDICTS } = Complexity.dom;
  const { grouped, law: lawText, shorten } = Complexity.format;
  const { distinct, lawCounts, textTest, UNDECIDED, verdicts } = Complexity.seriesFilter;

  const LONGEST_OPTION = 60;

  /** {bar, complaint, update(state)}; `change` is called with the keys of the state that the reader changed. */
  function make(all, overview, first, change, more = null) {
    const complaint = el("p", { class: "note complaint", id: "complaint", hidden: true });
    const input = el("input", {
      type: "search",
      id: "filter",
      value: first.get("q") ?? "",
      placeholder: "words, or /regular expression/",
      autocomplete: "off",
      spellcheck: "false",
      "aria-describedby": "complaint",
      on: { input: () => change({ q: input.value }) },
    });
    let state = first;

    function chip(outcome) {
      const number = all.filter((series) => series.verdict === outcome).length;
      const press = () => {
        const chosen = verdicts(state);
        if (!chosen.delete(outcome)) chosen.add(outcome);
        change({ verdict: [...chosen].join(",") });
      };
      const label = [verdict(outcome), el("b", {}, grouped(String(number)))];
      return button(label, press, { "data-verdict": outcome, disabled: number === 0 });
    }

    function select(label, key, choices) {
      if (choices.length < 2) return null;
      const chosen = (value) => change({ [key]: value });
      return choice(label, [["", `any ${label === "Grows as" ? "law" : label.toLowerCase()}`], ...choices], state.get(key) ?? "", chosen, { "data-filter": key });
    }

    const options = (values) => distinct(values).map((value) => [value, shorten(value, LONGEST_OPTION)]);
    const laws = lawCounts(all, overview.laws).map(([law, number]) => [
      law,
      `${law === UNDECIDED ? law : lawText(law)} (${number})`,
    ]);
    const claimed = all.some((series) => series.claim);
    const chips = claimed ? Object.keys(VERDICTS).map(chip) : [];
    const bar = el(
      "div",
      { class: "filters" },
      el("label", { class: "field wide", for: "filter" }, el("span", {}, "Filter"), input),
      select("Grows as", "law", laws),
      select("Machine", "machine", options(all.map((series) => series.where.machine))),
      select("Benchmark", "benchmark", options(all.map((series) => series.benchmark))),
      more,
      claimed ? el("div", { class: "chips", role: "group", "aria-label": "Filter by claim" }, chips) : null,
    );

    function update(now) {
      state = now;
      const wrong = textTest(state.get("q") ?? "") === null;
      complaint.hidden = !wrong;
      complaint.textContent = wrong ? "This is no regular expression yet, so the text filters nothing." : "";
      input.setAttribute("aria-invalid", String(wrong));
      const chosen = verdicts(state);
      for (const one of chips) one.setAttribute("aria-pressed", String(chosen.has(one.dataset.verdict)));
    }

    return { bar, complaint, update };
  }

  return { make };
})();

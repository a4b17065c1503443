"use strict";
// The first view: pictures that stand in the document already; here they are filtered, and lead to their series. Those
// far below wait as text, and are made elements when they are scrolled to.

window.Complexity ??= {};

Complexity.overviewView = (() => {
  const { button, el } = Complexity.dom;
  const { count, grouped } = Complexity.format;
  const { filtered } = Complexity.seriesFilter;
  const { adjust, go, href, read } = Complexity.state;

  // How far below the window pictures are made, in pixels.
  const AHEAD = 900;

  const section = document.getElementById("overview");
  let linked = false;

  /** Whether the document has a first view; one made for tests of other views has none. */
  const exists = () => section !== null;

  function render(first, overview) {
    const { series: all } = Complexity.data.found;
    if (!linked) link();
    const cards = [...section.querySelectorAll(".card")].map((card) => [card, members(card)]);
    const tally = el("p", { class: "tally", role: "status" });
    const clear = button("Clear filters", () => go("#"), { class: "quiet" });

    function change(changes) {
      adjust(changes);
      update(read());
    }

    function update(state) {
      filter.update(state);
      const kept = new Set(filtered(all, state).map((series) => series.id));
      let shown = 0;
      for (const [card, ids] of cards) {
        card.hidden = !ids.some((id) => kept.has(id));
        shown += !card.hidden;
      }
      clear.hidden = kept.size === all.length && !state.get("q");
      tally.textContent = clear.hidden
        ? ""
        : `${grouped(String(shown))} of ${count(cards.length, "picture")}, ${grouped(String(kept.size))} of ${count(all.length, "series", "series")}`;
    }

    const filter = Complexity.filterBar.make(all, overview, first, change);
    filter.bar.classList.add("compact");
    section.querySelector(".controls-of-view")?.remove();
    if (cards.length)
      section
        .querySelector(".pictures")
        .before(
          el("div", { class: "controls-of-view" }, filter.bar, filter.complaint, el("div", { class: "bar" }, tally, clear)),
        );
    update(first);
    return { element: section, title: "", focus: () => null };
  }

  const members = (card) => card.dataset.series.split(" ").map(Number);

  /** Names become links, and the ends of lines lead to their series: without a script there is nowhere to go. */
  function link() {
    linked = true;
    for (const card of section.querySelectorAll(".card")) {
      const heading = card.querySelector("h3");
      const anchor = el("a", { href: target(members(card)) });
      anchor.append(...heading.childNodes);
      heading.append(anchor);
    }
    const observer = new IntersectionObserver(
      (seen) => seen.filter((one) => one.isIntersecting).forEach((one) => (observer.unobserve(one.target), ready(one.target))),
      { rootMargin: `${AHEAD}px` },
    );
    const waiting = () => section.querySelectorAll(".card:has(> noscript)");
    for (const card of waiting()) observer.observe(card);
    window.addEventListener("beforeprint", () => waiting().forEach(ready));
    section.addEventListener("click", ({ target: pressed }) => {
      const label = pressed.closest(".label[data-id]");
      if (label) go(Complexity.links.seriesHref(Complexity.data.found.series[Number(label.dataset.id)]));
    });
  }

  /** Make a picture of the text that it waits as; the builder has escaped all that is foreign in it. */
  function ready(card) {
    const waits = card.querySelector("noscript");
    if (!waits) return;
    const made = new DOMParser().parseFromString(waits.textContent, "text/html");
    waits.replaceWith(document.importNode(made.querySelector("svg"), true));
  }

  /** Where a card leads: to its series, or their comparison, or the table of those series. */
  function target(ids) {
    const { comparisons, series } = Complexity.data.found;
    if (ids.length === 1) return Complexity.links.seriesHref(series[ids[0]]);
    const whole = comparisons.find((one) => one.series.length === ids.length && one.series.includes(ids[0]));
    return whole
      ? Complexity.links.comparisonHref(whole)
      : href({ view: "series", benchmark: series[ids[0]].benchmark, machine: series[ids[0]].where.machine });
  }

  return { exists, render };
})();

"use strict";
// The page: its head, its views, and the way from the address to one of them.

window.Complexity ??= {};

Complexity.page = (() => {
  const { el, name } = Complexity.dom;
  const { count, grouped } = Complexity.format;
  const { clear } = Complexity.figures;
  const state = Complexity.state;

  const main = document.getElementById("main");
  let view = null;

  /** The view that a state means: [function that renders it, tab it belongs to, what is missing]. */
  function choose(now) {
    const { accountView, comparisonList, comparisonView, links, overviewView, seriesList, seriesView } = Complexity;
    const [first, tab] = overviewView.exists() ? [overviewView.render, "overview"] : [seriesList.render, "series"];
    if (now.has("series"))
      return links.seriesOf(now)
        ? [seriesView.render, "series"]
        : [first, tab, `No series is called “${now.get("series")}” here.`];
    if (now.has("comparison"))
      return links.comparisonOf(now)
        ? [comparisonView.render, "comparisons"]
        : [comparisonList.render, "comparisons", `No comparison is called “${now.get("comparison")}” here.`];
    const views = {
      series: seriesList.render,
      comparisons: comparisonList.render,
      machines: accountView.renderMachines,
      account: accountView.renderAccount,
    };
    const chosen = now.get("view");
    if (chosen && Object.hasOwn(views, chosen)) return [views[chosen], chosen];
    return [first, tab, chosen ? `There is no view “${chosen}”.` : null];
  }

  /** A view, or what is wrong with its data. */
  function rendered(render, now, overview) {
    try {
      return render(now, overview);
    } catch (error) {
      window.reportError(error);
      const title = el("h2", { id: "view-title", tabindex: -1 }, "This view can’t be shown");
      return { element: el("section", { class: "view" }, title, el("p", { role: "alert" }, error.message)), title: "" };
    }
  }

  function show(now) {
    const first = view === null;
    view?.leave?.();
    clear();
    const overview = Complexity.data.found.overview;
    const [render, tab, missing] = choose(now);
    view = rendered(render, missing ? new URLSearchParams() : now, overview);
    place(missing ? el("p", { class: "missing", role: "alert" }, missing) : null, view.element);
    for (const link of document.querySelectorAll("#tabs a")) {
      if (link.dataset.tab === tab) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    document.title = view.title ? `${view.title}: ${overview.title}` : overview.title;
    if (first) return;
    const target = view.focus?.();
    if (!target) window.scrollTo(0, 0);
    (target ?? document.getElementById("view-title")).focus({ preventScroll: !target });
  }

  /** What stands there already stays: to put thousands of pictures into the page anew takes seconds. */
  function place(alert, element) {
    for (const other of [...main.childNodes]) if (other !== element) other.remove();
    if (alert) main.prepend(alert);
    if (!element.isConnected) main.append(element);
  }

  function head(overview) {
    const lost = overview.read - overview.used;
    const tabs = [
      ...(Complexity.overviewView.exists() ? [["overview", "Overview", null, "#"]] : []),
      ["series", "All series", overview.series.length],
      ["comparisons", "Comparisons", overview.comparisons.length],
      ["machines", "Machines", overview.machines.length],
      ["account", "Left out", lost],
    ];
    document.getElementById("title").textContent = overview.title;
    const counts = el(
      "span",
      {},
      el(
        "span",
        {},
        overview.project && !overview.title.includes(overview.project) ? [name(overview.project), " · "] : null,
        `${count(overview.series.length, "series", "series")}`,
      ),
      " · ",
      el(
        "a",
        { href: state.href({ view: "account" }) },
        `${count(overview.read, "value")} read, ${grouped(String(overview.used))} used, ${grouped(String(lost))} left out`,
      ),
      overview.generated
        ? [
            " · made ",
            el(
              "time",
              { datetime: overview.generated },
              overview.generated.replace("T", " ").replace(/:\d\d(\.\d+)?Z$/, " UTC"),
            ),
          ]
        : null,
    );
    document.getElementById("counts").replaceChildren(counts);
    document
      .getElementById("tabs")
      .replaceChildren(
        ...tabs.map(([tab, title, number, hash]) =>
          el(
            "a",
            { href: hash ?? state.href({ view: tab }), "data-tab": tab },
            number === null ? title : [`${title} `, el("span", { class: "number" }, grouped(String(number)))],
          ),
        ),
      );
  }

  function leaveOnEscape(event) {
    if (event.key !== "Escape" || event.defaultPrevented || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName))
      return;
    document.querySelector("a.back")?.click();
  }

  /** The link's own address would be a state of the page. */
  function skip(event) {
    event.preventDefault();
    main.focus();
  }

  function start() {
    if (window.parent !== window) document.documentElement.classList.add("framed");
    try {
      head(Complexity.data.load());
    } catch (error) {
      main.replaceChildren(
        el("p", { class: "missing", role: "alert" }, `The page’s data can’t be read: ${error.message}.`),
      );
      return;
    }
    document.addEventListener("keydown", leaveOnEscape);
    document.querySelector("a.skip").addEventListener("click", skip);
    state.start(show);
  }

  return { start };
})();

Complexity.page.start();

"use strict";
// The Complexity page within asv's own site: its tab, the way there from a benchmark's graph, and the button for
// logarithmic axes in that graph. What it knows of the benchmarks is in the block "complexity-site" of asv's
// index.html.

(() => {
  // asv shows its error page where jQuery could not be loaded.
  if (!window.jQuery) return;
  const $ = window.jQuery;
  const PAGE = "complexity.html";
  const ROUTE = "#/complexity";
  const VALUE_SCALE = "y-axis-scale";
  const REMEMBERED = "complexity-log-size-axis";
  const block = JSON.parse(document.getElementById("complexity-site").textContent);
  const sizes = new Map(Object.entries(block.sizes));
  const withSeries = new Set(block.series);

  function element(tag, attributes, text = "") {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.textContent = text;
    return made;
  }

  // The tab: the page in a frame below asv's navigation.

  const navigation = document.getElementById("nav");
  const display = document.getElementById("complexity-display");
  const frame = element("iframe", { title: "Complexity: how each benchmark grows with its size" });
  const isShown = () => location.hash === ROUTE || location.hash.startsWith(`${ROUTE}?`);

  function showPage() {
    $("#title").text("How benchmarks grow");
    navigation.classList.add("above-complexity");
    display.style.display = "";
    belowNavigation();
    const state = `#${location.hash.slice(ROUTE.length + 1)}`;
    if (!frame.isConnected) {
      frame.src = PAGE + state;
      display.append(frame);
    } else if ((frame.contentWindow.location.hash || "#") !== state) {
      // Not by src, which would be a second step back beside the one of this page's own address.
      frame.contentWindow.location.replace(PAGE + state);
    }
  }

  function hidePageElsewhere() {
    if (isShown()) return;
    navigation.classList.remove("above-complexity");
    display.style.display = "none";
  }

  /** asv's navigation takes several lines in a narrow window. */
  function belowNavigation() {
    display.style.top = `${navigation.getBoundingClientRect().height}px`;
  }

  /** A step that the reader took within the frame is an entry in the history already: it only gets its address here. */
  function followFrame(event) {
    const told = event.data;
    if (event.source !== frame.contentWindow || event.origin !== location.origin || !isShown()) return;
    if (!told || told.type !== "wythoff-complexity" || typeof told.hash !== "string") return;
    const state = told.hash.replace(/^#/, "");
    history.replaceState(history.state, "", state ? `${ROUTE}?${state}` : ROUTE);
  }

  // The graph of a benchmark: which one it is, from asv's address.

  function shownGraph() {
    const { location: place, params } = $.asv.parse_hash_string(location.hash);
    const benchmarks = $.asv.main_json.benchmarks || {};
    const benchmark = Object.hasOwn(benchmarks, place[0]) ? place[0] : null;
    const axis = (params["x-axis"] || [])[0];
    return { benchmark, params, axis: (sizes.get(benchmark) || []).includes(axis) ? axis : null };
  }

  /** What the Complexity page calls a series: the benchmark with the values of all parameters but the size. */
  function seriesOf({ benchmark, params, axis }) {
    const described = $.asv.main_json.benchmarks[benchmark];
    const size = axis || sizes.get(benchmark)?.[0];
    const fixed = [];
    for (const [position, name] of described.param_names.entries()) {
      if (name === size) continue;
      const values = described.params[position].length === 1 ? described.params[position] : params[`p-${name}`] || [];
      if (values.length !== 1) return null;
      fixed.push(`${name}=${values[0].replace(/^(['"])(.*)\1$/s, "$2")}`);
    }
    return fixed.length ? `${benchmark}(${fixed.join(", ")})` : benchmark;
  }

  const link = element("a", { class: "btn btn-default btn-xs btn-block" }, "how it grows");
  const panel = element("div", { class: "panel panel-default", id: "complexity-panel" });
  panel.append(element("div", { class: "panel-heading" }, "complexity"), element("div", { class: "panel-body" }));
  panel.lastChild.append(link);

  function updateLink() {
    const shown = isShown() || !$.asv.main_json.benchmarks ? null : shownGraph();
    panel.hidden = !shown || !withSeries.has(shown.benchmark);
    if (panel.hidden) return;
    const series = seriesOf(shown);
    const state = new URLSearchParams(series ? { series } : { benchmark: shown.benchmark });
    if (series && shown.params.machine?.length === 1) state.set("machine", shown.params.machine[0]);
    link.href = `${ROUTE}?${state}`;
  }

  // The logarithmic axes: a plug-in of flot, which draws asv's graphs, and a button for the whole picture. The y axis
  // follows that of sizes unless the reader has chosen a scale for it: by asv's own buttons, or in the address.

  const valueButton = document.getElementById("log-scale");

  const button = element(
    "button",
    {
      type: "button",
      id: "log-size-axis",
      class: "btn btn-default btn-xs",
      "data-toggle": "tooltip",
      "data-placement": "right",
      title: "Use logarithmic scales where the x-axis is a size",
    },
    "log size axis",
  );
  let isLog = true;
  try {
    isLog = localStorage.getItem(REMEMBERED) !== "off";
  } catch {
    // A browser that keeps nothing starts with logarithmic axes each time.
  }

  function showButton(applies) {
    button.hidden = !applies;
    button.classList.toggle("active", isLog);
    button.setAttribute("aria-pressed", isLog);
  }

  function switchAxes(event) {
    // Bootstrap would switch the look of the button a second time.
    event.stopPropagation();
    isLog = !isLog;
    try {
      localStorage.setItem(REMEMBERED, isLog ? "on" : "off");
    } catch {
      // It holds until the page is left.
    }
    // asv draws its graph again when the window changes.
    $(window).trigger("resize");
  }

  function initialise(plot) {
    if (plot.getPlaceholder().attr("id") !== "main-graph") return;
    plot.hooks.processOptions.push((_, options) => {
      const { benchmark, params, axis } = shownGraph();
      // Values that asv takes for names, such as '1M', stay bars beside each other.
      const applies = axis !== null && !options.xaxes[0].mode;
      showButton(applies);
      if (applies && isLog) Complexity.logAxis.applyToSizes(plot, options);
      // asv has made the y axis logarithmic already, and says so on its button.
      if (options.yaxes[0].transform) return;
      const isChosen = params[VALUE_SCALE] !== undefined || document.querySelector("#zoom-y-axis.active") !== null;
      const follows = applies && isLog && !isChosen;
      valueButton.classList.toggle("active", follows);
      if (follows) Complexity.logAxis.applyToValues(plot, options, $.asv.main_json.benchmarks[benchmark].unit);
    });
  }

  /** asv's address has a word for a logarithmic y axis, and none for a linear one: it gets one that asv ignores. */
  function keepLinearValues({ target }) {
    if (!valueButton.contains(target) || valueButton.classList.contains("active") || button.hidden || !isLog) return;
    const shown = $.asv.parse_hash_string(location.hash);
    shown.params[VALUE_SCALE] = ["linear"];
    location.replace($.asv.format_hash_string(shown));
  }

  // Who comes to the site without an address of a page within it sees how the benchmarks grow; asv's grid has its tab.
  if (!location.hash && withSeries.size) history.replaceState(history.state, "", ROUTE);

  $(document).ready(() => {
    $.asv.register_page("complexity", showPage);
    $.plot.plugins.push({ init: initialise, options: {}, name: "complexity-log-axis", version: "1" });
    valueButton.after(button);
    valueButton.closest(".panel").before(panel);
    button.addEventListener("click", switchAxes);
    // On the window, where Bootstrap has switched the look of asv's button already.
    window.addEventListener("click", keepLinearValues);
    showButton(false);
    $(window).on("hashchange", hidePageElsewhere);
    $(window).on("hashchange", updateLink);
    // asv opens its first page without such an event, once it has loaded its index.
    $(document).on("ajaxSuccess", updateLink);
    window.addEventListener("message", followFrame);
    new ResizeObserver(belowNavigation).observe(navigation);
  });
})();

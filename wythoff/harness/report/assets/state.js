"use strict";
// What the reader looks at, kept in the address after "#": links, reload, back and forward all go through here.

window.Complexity ??= {};

Complexity.state = (() => {
  // Browsers slow down pages that change their address with every key that is pressed.
  const PAUSE = 150;

  let shown = null;
  let waiting = null;
  let timer = 0;
  // Where "back" leads to: the pictures or the table as the reader left them.
  let list = "#";

  const read = (hash = waiting ?? location.hash) => new URLSearchParams(hash.replace(/^#\/?/, ""));

  /** The address of a state; keys without a value are left out. */
  function href(values) {
    const present = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== "");
    return `#${new URLSearchParams(present)}`;
  }

  const isList = (state) =>
    !["series", "comparison"].some((key) => state.has(key)) && ["series", null].includes(state.get("view"));

  function arrived() {
    shown = location.hash;
    if (isList(read())) list = shown || "#";
    // From file:// a page around this one can't read where it is.
    if (window.parent !== window) window.parent.postMessage({ type: "wythoff-complexity", hash: shown || "#" }, "*");
  }

  /** Change some keys of the present state, without a new entry in the history and without a new view. */
  function adjust(changes) {
    waiting = href({ ...Object.fromEntries(read()), ...changes });
    clearTimeout(timer);
    timer = setTimeout(settle, PAUSE);
  }

  function settle() {
    clearTimeout(timer);
    if (waiting === null) return;
    history.replaceState(null, "", waiting);
    waiting = null;
    arrived();
  }

  /** Go to a state: a new entry in the history, and a new view. */
  function go(hash) {
    settle();
    location.hash = hash;
  }

  /** Call `render` with the state now, and after each step of the reader. */
  function start(render) {
    const step = () => {
      if (location.hash === shown) return;
      waiting = null;
      arrived();
      render(read());
    };
    window.addEventListener("hashchange", step);
    // What waits belongs to the entry that a link is about to leave.
    document.addEventListener("click", settle, { capture: true });
    window.addEventListener("pagehide", settle);
    step();
  }

  return { adjust, go, href, list: () => list, read, start };
})();

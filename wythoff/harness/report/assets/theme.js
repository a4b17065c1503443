"use strict";
// The colours of figures, light and dark; Okabe and Ito's, those first that stand out most from the ground.

window.Complexity ??= {};

Complexity.theme = (() => {
  const LIGHT = {
    ink: "#1d2024",
    muted: "#555c64",
    line: "#b9bfc6",
    grid: "#e9ebee",
    ground: "#ffffff",
    reference: "#6b737c",
    shade: "rgba(230,159,0,0.20)",
    measured: "#0072b2",
    law: "#d55e00",
    band: "rgba(213,94,0,0.16)",
    second: "#8a4f7d",
    claimed: "#1d2024",
    prediction: "#00785a",
    colours: ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#1d2024", "#868e96"],
  };
  const DARK = {
    ink: "#e8eaec",
    muted: "#aab1b9",
    line: "#59616a",
    grid: "#2b3036",
    ground: "#171a1e",
    reference: "#8d959e",
    shade: "rgba(240,228,66,0.16)",
    measured: "#56b4e9",
    law: "#f08a3c",
    band: "rgba(240,138,60,0.20)",
    second: "#d9a0c4",
    claimed: "#e8eaec",
    prediction: "#2fc49a",
    colours: ["#56b4e9", "#e69f00", "#2fc49a", "#d98cb5", "#f0e442", "#e8743b", "#e8eaec", "#8f98a1"],
  };
  // Colours come round again after eight series, markers after ten: no two of 40 are alike.
  const SYMBOLS = [
    "circle",
    "square",
    "diamond",
    "triangle-up",
    "x",
    "triangle-down",
    "star",
    "cross",
    "pentagon",
    "hourglass",
  ];
  const FONT = "system-ui, -apple-system, 'Segoe UI', 'Liberation Sans', Arial, sans-serif";

  const dark = window.matchMedia("(prefers-color-scheme: dark)");

  // As in complexity.css: asv's site is light.
  const isFramed = window.parent !== window;

  return { FONT, LIGHT, SYMBOLS, dark, now: () => (dark.matches && !isFramed ? DARK : LIGHT) };
})();

/** A distribution as a drawing: an upright bar for each result, or for each span of results where there are many. */

import { h } from "../dom.js";
import { t } from "../words.js";
import { signed } from "./notation.js";

const HIGH = 260;
const LETTER = 15;
const SIDE = { left: 62, right: 14, top: 14, bottom: 46 };
const GROUND = HIGH - SIDE.bottom;
const TALL = GROUND - SIDE.top;
/** More bars than these are joined. */
const MOST = 60;
/** Pixels between two numbers below the bars. */
const APART = 44;

/** @typedef {{from: number, to: number, hits: number}} Bar */
/** @typedef {{ticks: number[], height: (share: number) => number}} Scale */

/**
 * @param {[number, number][]} found each result, lowest first, and how often
 * @param {{name: string, log: boolean, width: number}} how
 */
export function histogram(found, { name, log, width }) {
  const letter = parseFloat(getComputedStyle(document.documentElement).fontSize) / LETTER;
  const wide = Math.max(300, width / letter);
  const bars = joined(found);
  const total = found.reduce((sum, [, hits]) => sum + hits, 0);
  const shares = bars.map((bar) => bar.hits / total);
  const scale = log ? byMagnitude(shares) : plain(shares);
  const step = (wide - SIDE.left - SIDE.right) / bars.length;
  return h(
    "svg",
    {
      key: "histogram",
      class: "histogram",
      viewBox: `0 0 ${wide} ${HIGH}`,
      role: "img",
      "aria-label": t("lab.run_chart_label", { name }),
    },
    scale.ticks.map((share) => tick(share, GROUND - scale.height(share), wide)),
    bars.map((bar, place) => upright(bar, shares[place], place, step, scale)),
    h("line", {
      key: "ground",
      class: "chart-even",
      x1: SIDE.left,
      x2: wide - SIDE.right,
      y1: GROUND,
      y2: GROUND,
    }),
    numbers(bars, step),
    h(
      "text",
      { key: "axis", x: (wide + SIDE.left) / 2, y: HIGH - 6, "text-anchor": "middle" },
      t("lab.run_axis"),
    ),
  );
}

/** @param {number[]} shares @returns {Scale} */
function plain(shares) {
  const most = Math.max(...shares);
  return { ticks: [1, 0.75, 0.5, 0.25].map((part) => part * most), height: (share) => (TALL * share) / most };
}

/** @param {number[]} shares @returns {Scale} */
function byMagnitude(shares) {
  const most = Math.max(...shares);
  const least = Math.min(...shares.filter((share) => share > 0));
  const decades = Math.max(1, Math.ceil(Math.log10(most / least)) + 1);
  return {
    ticks: [...Array(decades).keys()].map((place) => most / 10 ** place),
    height: (share) => (share > 0 ? TALL * (1 + Math.log10(share / most) / decades) : 0),
  };
}

/** @param {number} share @param {number} y @param {number} wide */
function tick(share, y, wide) {
  return h(
    "g",
    { key: `tick ${share}` },
    h("line", { class: "chart-grid", x1: SIDE.left, x2: wide - SIDE.right, y1: y, y2: y }),
    h("text", { x: SIDE.left - 8, y: y + 4, "text-anchor": "end" }, percent(share)),
  );
}

/** @param {Bar} bar @param {number} share @param {number} place @param {number} step @param {Scale} scale */
function upright(bar, share, place, step, scale) {
  const tall = scale.height(share);
  return h(
    "rect",
    {
      key: `bar ${bar.from}`,
      class: `bar-now ${bar.from > 0 ? "win" : bar.to < 0 ? "loss" : "held"}`,
      x: (SIDE.left + (place + 0.08) * step).toFixed(2),
      y: (GROUND - tall).toFixed(2),
      width: (step * 0.84).toFixed(2),
      height: tall.toFixed(2),
    },
    h("title", null, `${spanOf(bar)}: ${percent(share)}`),
  );
}

/** The results below the bars, as many as have room. @param {Bar[]} bars @param {number} step */
function numbers(bars, step) {
  const every = Math.ceil(APART / step);
  return bars.map(
    (bar, place) =>
      place % every === 0 &&
      h(
        "text",
        {
          key: `at ${bar.from}`,
          x: SIDE.left + (place + 0.5) * step,
          y: GROUND + 18,
          "text-anchor": "middle",
        },
        signed(bar.from, 0),
      ),
  );
}

/** Neighbours are joined where there are too many results to be told apart. @param {[number, number][]} found @returns {Bar[]} */
function joined(found) {
  if (found.length <= MOST) return found.map(([at, hits]) => ({ from: at, to: at, hits }));
  const low = found[0][0];
  const size = Math.ceil((found[found.length - 1][0] - low + 1) / MOST);
  /** @type {Map<number, Bar>} */
  const bars = new Map();
  for (const [at, hits] of found) {
    const from = low + Math.floor((at - low) / size) * size;
    const bar = bars.get(from) ?? { from, to: from + size - 1, hits: 0 };
    bar.hits += hits;
    bars.set(from, bar);
  }
  return [...bars.values()];
}

/** @param {Bar} bar */
function spanOf({ from, to }) {
  return from === to ? signed(from, 0) : `${signed(from, 0)} … ${signed(to, 0)}`;
}

/** @param {number} share */
function percent(share) {
  return share >= 0.001 ? `${+(share * 100).toFixed(2)} %` : `${(share * 100).toExponential(0)} %`;
}

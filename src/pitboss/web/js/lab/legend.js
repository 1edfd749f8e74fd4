/** Legends: every mark of a chart or a map, with what it stands for. */

import { h } from "../dom.js";
import { money } from "../money.js";
import { t } from "../words.js";
import { evenOf } from "./jackpot.js";

/** @typedef {import("./chart.js").Line} Line */
/** @typedef {import("../dom.js").Kids} Kids */
/** @typedef {import("../dom.js").VNode} VNode */

/** Every mark of the jackpot's chart; each line says where it breaks even, also where that is beyond the chart. @param {readonly Line[]} lines @param {boolean} today whether its value is on the chart */
export function chartLegend(lines, today) {
  return h(
    "ul",
    { key: "legend", class: "legend" },
    lines.map((line) =>
      entry(
        line.kind,
        h("line", { class: `chart-line ${line.kind}`, x1: 0, x2: 20, y1: 8, y2: 8 }),
        h("span", { translate: "no" }, line.name),
        h("span", { class: "muted" }, evenWords(line)),
      ),
    ),
    entry("even", h("circle", { class: "chart-point now", cx: 10, cy: 8, r: 5 }), t("lab.mark_even")),
    entry("at", h("g", { class: "chart-at" }, h("circle", { cx: 10, cy: 8, r: 6 })), t("lab.mark_at")),
    today && entry("today", h("g", { class: "chart-today" }, h("line", upright(10))), t("lab.mark_today")),
    entry("level", h("line", { class: "chart-even", x1: 0, x2: 20, y1: 8, y2: 8 }), t("lab.mark_level")),
    entry(
      "gain",
      h("rect", { class: "chart-gain legend-area", x: 0.5, y: 1.5, width: 19, height: 12 }),
      t("lab.mark_gain"),
    ),
  );
}

/** @param {number} x */
function upright(x) {
  return { x1: x, x2: x, y1: 0, y2: 15 };
}

/** @param {Line} line */
function evenWords({ odds }) {
  const even = evenOf(odds);
  return even === null ? t("lab.never_even") : t("lab.even_at", { value: money(even, { cents: true }) });
}

/** @param {string} key @param {VNode} mark @param {...Kids} words */
export function entry(key, mark, ...words) {
  return h(
    "li",
    { key },
    h("svg", { class: "legend-mark", viewBox: "0 0 20 15", "aria-hidden": "true" }, mark),
    words,
  );
}

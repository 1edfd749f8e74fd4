/** The felt itself: cloth, rail, printed lines and words, and what stands at the Dealer's side. */

import { h } from "../dom.js";
import { t, gameName } from "../words.js";

/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("../answers").TableNow} TableNow */

/** @param {Plan} plan @param {TableNow} table @param {boolean} words whether there is room for the game's name */
export function felt(plan, table, words) {
  const shape = outline(plan);
  return [
    h(
      "defs",
      { key: "defs" },
      h(
        "radialGradient",
        { id: "felt-light", cx: 0.5, cy: 0.04, r: 0.98 },
        h("stop", { class: "felt-bright", offset: 0 }),
        h("stop", { class: "felt-mid", offset: 0.45 }),
        h("stop", { class: "felt-dark", offset: 1 }),
      ),
      h(
        "linearGradient",
        { id: "rail-light", x1: 0, y1: 0, x2: 0, y2: 1 },
        h("stop", { class: "rail-low", offset: 0 }),
        h("stop", { class: "rail-high", offset: 0.7 }),
        h("stop", { class: "rail-low", offset: 1 }),
      ),
      plan.kind === "desk" && h("path", { id: "felt-words", d: arc(plan, plan.arc.rx, plan.arc.ry) }),
    ),
    h("path", { key: "rail", class: "cloth-rail", d: shape }),
    h("path", { key: "cloth", class: "cloth", d: shape }),
    h("path", { key: "seam", class: "cloth-seam", d: shape }),
    plan.kind === "desk" && printed(plan, table, words),
    plan.kind === "desk" && tray(plan),
    shoe(plan),
  ];
}

/** The edge of the table: straight at the Dealer, round at the players. @param {Plan} plan */
function outline(plan) {
  const { width, height } = plan;
  if (plan.kind === "phone")
    return `M-30 -30H${width + 30}V${height * 0.55}C${width + 30} ${height * 0.9} ${width * 0.8} ${height + 20} ${width / 2} ${height + 20}S-30 ${height * 0.9} -30 ${height * 0.55}z`;
  const [edge, deep] = [14, height - 14];
  return `M${edge} -40V${height * 0.2}C${edge} ${height * 0.72} ${width * 0.22} ${deep} ${width / 2} ${deep}S${width - edge} ${height * 0.72} ${width - edge} ${height * 0.2}V-40z`;
}

/** @param {Plan} plan @param {number} rx @param {number} ry */
function arc(plan, rx, ry) {
  const [cx, cy] = [plan.width / 2, plan.arc.cy];
  return `M${cx - rx} ${cy}A${rx} ${ry} 0 0 0 ${cx + rx} ${cy}`;
}

/** @param {Plan} plan @param {TableNow} table @param {boolean} named */
function printed(plan, table, named) {
  const words = gameName(table.title).toUpperCase();
  return h(
    "g",
    { key: "printed", class: "printed", translate: "no", "aria-hidden": "true" },
    h("path", { class: "felt-line", d: arc(plan, plan.arc.rx + 14, plan.arc.ry + 12) }),
    named &&
      h(
        "text",
        { style: { "font-size": `${Math.min(25, 430 / words.length)}px` } },
        h("textPath", { href: "#felt-words", startOffset: "50%" }, words),
      ),
  );
}

const COLOURS = ["white", "red", "green", "black", "purple", "orange", "grey"];

/** The chip tray, rows of chips on edge. @param {Plan} plan */
function tray(plan) {
  const wide = plan.kind === "desk" ? 46 : 20;
  const high = plan.kind === "desk" ? 40 : 16;
  const left = plan.tray.x - (COLOURS.length * wide) / 2;
  return h(
    "g",
    { key: "tray", class: "tray", "aria-hidden": "true" },
    h("rect", {
      class: "tray-box",
      x: left - 8,
      y: -30,
      width: COLOURS.length * wide + 16,
      height: high + 38,
      rx: 8,
    }),
    COLOURS.map((colour, place) =>
      h(
        "g",
        { key: colour },
        h("rect", {
          class: `chip-${colour}`,
          x: left + place * wide + 4,
          y: -20,
          width: wide - 8,
          height: high + 18,
          rx: (wide - 8) / 2.4,
        }),
        [0.2, 0.45, 0.7, 0.95].map((part) =>
          h("line", {
            key: part,
            x1: left + place * wide + 4,
            x2: left + (place + 1) * wide - 4,
            y1: high * part,
            y2: high * part,
          }),
        ),
      ),
    ),
  );
}

/** @param {Plan} plan */
function shoe(plan) {
  const { x, y } = plan.shoe;
  const s = plan.kind === "desk" ? 1 : 0.6;
  return h(
    "g",
    {
      key: "shoe",
      class: "shoe",
      transform: `translate(${x} ${y}) scale(${s})`,
      role: "img",
      "aria-label": t("table.shoe"),
    },
    h("path", { class: "shoe-box", d: "M-46 -30H40l10 16v40q0 8-8 8h-80q-8 0-8-8z" }),
    h("path", { class: "shoe-mouth", d: "M-34 14H36v14H-34z" }),
    h("path", { class: "shoe-card", d: "M-24 18H26v12H-24z" }),
  );
}

/**
 * Burnt and discarded cards, to the Dealer's right.
 *
 * @param {Plan} plan
 * @param {number} burnt
 * @param {number} discarded
 */
export function discards(plan, burnt, discarded) {
  const { x, y } = plan.discards;
  const s = plan.kind === "desk" ? 1 : 0.6;
  const count = Math.min(6, burnt + discarded);
  return h(
    "g",
    {
      key: "discards",
      class: "discards",
      transform: `translate(${x} ${y}) scale(${s})`,
      role: "img",
      "aria-label": t("table.discards", { burnt, discarded }),
    },
    h("rect", { class: "discard-holder", x: -34, y: -40, width: 68, height: 80, rx: 6 }),
    Array.from({ length: count }, (_, place) =>
      h("rect", {
        key: place,
        class: "discard-card",
        x: -24 + place * 1.5,
        y: -32 - place * 2,
        width: 46,
        height: 64,
        rx: 4,
      }),
    ),
    count > 0 &&
      h("text", { key: "count", class: "discard-count", y: 4, translate: "no" }, burnt + discarded),
  );
}

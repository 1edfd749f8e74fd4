/** Cards as the API writes them (`As`, `Td`, `?`), drawn to be read from 40 pixels to a wall. */

import { h } from "../dom.js";
import { t, term } from "../words.js";
import { SUITS } from "./suits.js";

/** @typedef {import("./suits.js").Suit} Suit */
/** @typedef {import("../dom.js").VNode} VNode */

const UNKNOWN = "?";
/** What a court card wears, in a square of 100. @type {Record<string, string>} */
const COURTS = {
  K: "M14 78 8 30l22 20L50 14l20 36 22-20-6 48zM14 84h72v9H14z",
  Q: "M16 78 10 40l18 16 8-28 14 24 14-24 8 28 18-16-6 38zM16 84h68v9H16zM10 28a5 5 0 1 0 .1 0zM36 16a5 5 0 1 0 .1 0zM64 16a5 5 0 1 0 .1 0zM90 28a5 5 0 1 0 .1 0z",
  J: "M20 60c0-22 14-36 34-36 18 0 28 14 28 32v4zM16 68h70v12H16zM54 24C56 12 68 4 84 6c-4 12-12 20-26 22z",
};

/**
 * One card; a card that the reader may not see lies face down.
 *
 * @param {string} code
 * @param {Record<string, any>} [props] of the drawing: `key`, `class` …
 * @returns {VNode}
 */
export function card(code, props = {}) {
  const hidden = code === UNKNOWN;
  const { class: more = "", ...rest } = props;
  const kind = hidden ? "back" : `suit-${code[1]}`;
  return h(
    "svg",
    {
      viewBox: "0 0 100 140",
      role: "img",
      "aria-label": cardName(code),
      ...rest,
      class: `card ${kind} ${more}`.trim(),
    },
    h("rect", { class: "card-edge", x: 0.75, y: 0.75, width: 98.5, height: 138.5, rx: 8 }),
    hidden ? back() : face(code[0], /** @type {Suit} */ (code[1])),
  );
}

/**
 * A card in words, with its rank as it is printed: "ace of spades", "10 of spades".
 *
 * @param {string} code
 */
export function cardName(code) {
  if (code === UNKNOWN) return t("card.hidden");
  const rank = "JQKA".includes(code[0]) ? term("rank", code[0]) : rankSign(code[0]);
  return t("card.name", { rank, suit: term("suit", code[1]) });
}

/** A rank as it is printed on a card: `T` is 10. @param {string} rank */
export function rankSign(rank) {
  return rank === "T" ? "10" : rank;
}

/** @param {string} rank @param {Suit} suit */
function face(rank, suit) {
  const ten = rank === "T";
  const court = COURTS[rank];
  return [
    h(
      "text",
      {
        class: "card-rank",
        x: ten ? 7 : 29,
        y: 45,
        "text-anchor": ten ? "start" : "middle",
        textLength: ten && 46,
        lengthAdjust: ten && "spacingAndGlyphs",
      },
      rankSign(rank),
    ),
    shape(SUITS[suit], 15, 55, 28),
    court
      ? [h("g", { class: "card-court" }, shape(court, 44, 50, 46)), shape(SUITS[suit], 46, 95, 38)]
      : shape(SUITS[suit], 40, 76, 54),
  ];
}

function back() {
  return [
    h("rect", { class: "card-back", x: 6, y: 6, width: 88, height: 128, rx: 5 }),
    h("path", { class: "card-lattice", d: LATTICE }),
    h("rect", { class: "card-frame", x: 11, y: 11, width: 78, height: 118, rx: 3 }),
    h("circle", { class: "card-seal", cx: 50, cy: 70, r: 19 }),
    h("g", { class: "card-mark" }, shape(SUITS.s, 39, 58, 22)),
  ];
}

/** @param {string} path @param {number} x @param {number} y @param {number} size */
function shape(path, x, y, size) {
  return h("path", { class: "card-pip", d: path, transform: `translate(${x} ${y}) scale(${size / 100})` });
}

/** Crossing lines within the frame of a back. */
const LATTICE = (() => {
  const [left, top, right, bottom, step] = [11, 11, 89, 129, 13];
  const lines = [];
  for (let start = left - (bottom - top); start < right; start += step) {
    const from = Math.max(left, start);
    const to = Math.min(right, start + bottom - top);
    lines.push(`M${from} ${top + from - start}L${to} ${top + to - start}`);
    lines.push(`M${from} ${bottom - (from - start)}L${to} ${bottom - (to - start)}`);
  }
  return lines.join("");
})();

/** A table seen from above by somebody who walks by. */

import { h } from "../dom.js";

/** @typedef {import("../answers").TableBrief} TableBrief */
/** @typedef {import("../answers").FeltNow} FeltNow */

const TABLE = "M52 34H348c12 0 20 8 20 20 0 92-66 160-168 160S32 146 32 54c0-12 8-20 20-20z";
const ARC = "M80 84C88 150 138 184 200 184s112-34 120-100";

/**
 * The hue of a game's felt follows from its hands: two cards of one's own, three or five.
 *
 * @param {FeltNow | undefined} felt
 */
export function hue(felt) {
  return felt?.hand === 2 ? "felt-holdem" : felt?.hand === 5 ? "felt-stud" : "felt-three";
}

/**
 * @param {TableBrief} table
 * @param {FeltNow | undefined} felt
 */
export function smallFelt(table, felt) {
  const id = table.id.replace(/\W/g, "_");
  return h(
    "svg",
    { class: `small-felt ${hue(felt)}`, viewBox: "0 0 400 236", "aria-hidden": "true" },
    h(
      "defs",
      null,
      h(
        "radialGradient",
        { id: `light-${id}`, cx: 0.5, cy: 0.06, r: 0.95 },
        h("stop", { class: "felt-bright", offset: 0 }),
        h("stop", { class: "felt-mid", offset: 0.5 }),
        h("stop", { class: "felt-dark", offset: 1 }),
      ),
      h("path", { id: `arc-${id}`, d: ARC }),
    ),
    h("path", { class: "table-shadow", d: TABLE, transform: "translate(0 8)" }),
    h("path", { class: "table-rail", d: TABLE }),
    h("path", { class: "table-felt", d: TABLE, fill: `url(#light-${id})` }),
    h("path", { class: "felt-line", d: "M96 60C104 128 146 158 200 158s96-30 104-98" }),
    tray(),
    h("text", { class: "felt-words", "text-length": 0 }, h("textPath", { href: `#arc-${id}`, startOffset: "50%" }, printed(table.title))),
    boxes(table).map(([box, x, y]) =>
      h("circle", { key: box, class: table.taken.includes(box) ? "seat taken" : "seat", cx: x, cy: y, r: 9.5 }),
    ),
  );
}

/** What is printed on a small felt is the game's own short name. @param {string} title */
function printed(title) {
  return title.replace(/^(Multi-Link )?(Progressive )?/, "").toUpperCase();
}

/** The places of the boxes: equal angles from the Dealer's left. @param {TableBrief} table @returns {[number, number, number][]} */
function boxes(table) {
  const [first, last] = [0.14 * Math.PI, 0.86 * Math.PI];
  return Array.from({ length: table.boxes }, (_, place) => {
    const angle = table.boxes === 1 ? Math.PI / 2 : first + ((last - first) * place) / (table.boxes - 1);
    return [place + 1, 200 + 118 * Math.cos(angle), 56 + 76 * Math.sin(angle)];
  });
}

function tray() {
  return h(
    "g",
    { class: "tray" },
    h("rect", { x: 152, y: 38, width: 96, height: 18, rx: 4 }),
    ["white", "red", "green", "black", "purple", "orange"].map((colour, place) =>
      h("rect", { key: colour, class: `chip-${colour}`, x: 157 + place * 15, y: 41.5, width: 11, height: 11, rx: 2 }),
    ),
  );
}

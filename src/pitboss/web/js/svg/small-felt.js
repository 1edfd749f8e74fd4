/** A table seen from above by somebody who walks by. */

import { gameName } from "../words.js";
import { h } from "../dom.js";

/** @typedef {import("../answers").TableBrief} TableBrief */
/** @typedef {import("../answers").FeltNow} FeltNow */

const TABLE = "M60 30H340c12 0 20 8 20 20 0 88-64 150-160 150S40 138 40 50c0-12 8-20 20-20z";
const ARC = "M112 60c4 50 40 80 88 80s84-30 88-80";

/** So many cloths there are for games of one shape. */
const SHADES = 2;

/**
 * The colour of a game's felt follows from its hands (two cards of one's own, three or five, or three beside shared
 * ones) and, where the floor has several games of one shape, from which of them it is.
 *
 * @param {FeltNow | undefined} felt
 */
export function hue(felt) {
  const shade = `shade-${(felt?.shade ?? 0) % SHADES}`;
  if (felt?.hand === 2) return `felt-holdem ${shade}`;
  if (felt?.hand === 5) return `felt-stud ${shade}`;
  return `${felt?.community ? "felt-shared" : "felt-three"} ${shade}`;
}

/**
 * @param {TableBrief} table
 * @param {FeltNow | undefined} felt
 */
export function smallFelt(table, felt) {
  const id = table.id.replace(/\W/g, "_");
  const words = gameName(table.title).toUpperCase();
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
    tray(),
    h(
      "text",
      { class: "felt-words", style: { "font-size": `${Math.min(15, 330 / words.length)}px` } },
      h("textPath", { href: `#arc-${id}`, startOffset: "50%" }, words),
    ),
    h("path", { class: "felt-line", d: "M98 58c5 62 47 98 102 98s97-36 102-98" }),
    boxes(table).map(({ box, at }) => {
      const taken = table.taken.includes(box) ? "taken" : "";
      return h(
        "g",
        { key: box },
        h("circle", { class: `chair ${taken}`, ...at(184, 173), r: 11 }),
        h("circle", { class: `seat ${taken}`, ...at(128, 122), r: 8 }),
      );
    }),
  );
}

/** The places of the boxes: equal angles from the Dealer's left. @param {TableBrief} table */
function boxes(table) {
  const [first, last] = [0.13 * Math.PI, 0.87 * Math.PI];
  return Array.from({ length: table.boxes }, (_, place) => {
    const angle = table.boxes === 1 ? Math.PI / 2 : first + ((last - first) * place) / (table.boxes - 1);
    return {
      box: place + 1,
      at: (/** @type {number} */ wide, /** @type {number} */ deep) => ({
        cx: (200 + wide * Math.cos(angle)).toFixed(1),
        cy: (46 + deep * Math.sin(angle)).toFixed(1),
      }),
    };
  });
}

function tray() {
  return h(
    "g",
    { class: "tray" },
    h("rect", { x: 152, y: 34, width: 96, height: 18, rx: 4 }),
    ["white", "red", "green", "black", "purple", "orange"].map((colour, place) =>
      h("rect", {
        key: colour,
        class: `chip-${colour}`,
        x: 157 + place * 15,
        y: 37.5,
        width: 11,
        height: 11,
        rx: 2,
      }),
    ),
  );
}

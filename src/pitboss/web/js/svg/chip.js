/** Chips in the casino's usual colours, with spots on their edges; stacks of at most five. */

import { h } from "../dom.js";
import { cents, face, money } from "../money.js";

/** @typedef {import("../dom.js").VNode} VNode */

/** From this value on, a chip has this colour. @type {[bigint, string][]} */
const COLOURS = [
  [500_000n, "grey"],
  [100_000n, "orange"],
  [50_000n, "purple"],
  [10_000n, "black"],
  [2_500n, "green"],
  [500n, "red"],
  [0n, "white"],
];
const MOST = 5;
const SPOTS = 8;

/**
 * One chip from above.
 *
 * @param {bigint | string} value
 * @param {Record<string, any>} [props]
 * @returns {VNode}
 */
export function chip(value, props = {}) {
  const { class: more = "", ...rest } = props;
  return h(
    "svg",
    {
      viewBox: "0 0 100 100",
      role: "img",
      "aria-label": money(value),
      ...rest,
      class: `chip ${more}`.trim(),
    },
    disc(typeof value === "string" ? cents(value) : value),
  );
}

/**
 * A bet: its highest chips on top of each other, seen a little from the side. The caller draws the sum.
 *
 * @param {bigint | string} amount
 * @param {readonly (bigint | string)[]} denominations
 * @param {Record<string, any>} [props]
 * @returns {VNode}
 */
export function stack(amount, denominations, props = {}) {
  const { class: more = "", ...rest } = props;
  const chips = breakdown(amount, denominations).slice(0, MOST);
  const high = 100 + (chips.length - 1) * LIFT;
  return h(
    "svg",
    {
      viewBox: `0 0 100 ${high}`,
      role: "img",
      "aria-label": money(amount),
      ...rest,
      class: `chip stack ${more}`.trim(),
    },
    chips.map((value, place) =>
      h(
        "g",
        { key: place, transform: `translate(0 ${high - 100 - place * LIFT})` },
        place < chips.length - 1 ? edge(value) : disc(value),
      ),
    ),
  );
}

const LIFT = 13;

/**
 * An amount in chips, the highest first; what no chip of the table can make is left out.
 *
 * @param {bigint | string} amount
 * @param {readonly (bigint | string)[]} denominations
 * @returns {bigint[]}
 */
export function breakdown(amount, denominations) {
  let rest = typeof amount === "string" ? cents(amount) : amount;
  const values = denominations.map((value) => (typeof value === "string" ? cents(value) : value));
  values.sort((a, b) => (a < b ? 1 : -1));
  const chips = /** @type {bigint[]} */ ([]);
  for (const value of values) {
    while (value > 0n && rest >= value && chips.length < 100) {
      chips.push(value);
      rest -= value;
    }
  }
  return chips;
}

/** @param {bigint} value */
export function chipColour(value) {
  return COLOURS.find(([least]) => value >= least)?.[1] ?? "white";
}

/** @param {bigint} value */
function disc(value) {
  const text = face(value);
  return [
    edge(value),
    h("circle", { class: "chip-ring", cx: 50, cy: 50, r: 34 }),
    h("circle", { class: `chip-${chipColour(value)}`, cx: 50, cy: 50, r: 30 }),
    h(
      "text",
      {
        class: `chip-value chip-on-${chipColour(value)}`,
        x: 50,
        y: 50,
        "font-size": text.length > 3 ? 17 : text.length > 2 ? 22 : 27,
      },
      text,
    ),
  ];
}

/** @param {bigint} value */
function edge(value) {
  const colour = chipColour(value);
  return [
    h("circle", { class: "chip-shade", cx: 50, cy: 51.5, r: 48 }),
    h("circle", { class: `chip-body chip-${colour}`, cx: 50, cy: 50, r: 48 }),
    h("path", { class: `chip-spots chip-spots-${colour}`, d: SPOT_PATH }),
  ];
}

/** Wedges on the edge, between radius 36 and 48. */
const SPOT_PATH = Array.from({ length: SPOTS }, (_, place) => {
  const middle = (place / SPOTS) * 2 * Math.PI;
  const [from, to] = [middle - 0.17, middle + 0.17];
  const at = (/** @type {number} */ angle, /** @type {number} */ radius) =>
    `${(50 + radius * Math.cos(angle)).toFixed(2)} ${(50 + radius * Math.sin(angle)).toFixed(2)}`;
  return `M${at(from, 37)}L${at(from, 48)}A48 48 0 0 1 ${at(to, 48)}L${at(to, 37)}A37 37 0 0 0 ${at(from, 37)}z`;
}).join("");

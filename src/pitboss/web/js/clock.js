/** A ring that runs empty, with the seconds in it. */

import { h } from "./dom.js";

/** @typedef {import("./dom.js").VNode} VNode */

/**
 * Until the Dealer goes on. The ring is full when the turn begins, also for who comes in the middle of it.
 *
 * @param {number} deadline by `performance.now()`, in milliseconds
 * @param {number} whole how long the turn lasts in all, in milliseconds
 * @returns {VNode}
 */
export function clock(deadline, whole) {
  const left = deadline - performance.now();
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return h(
    "svg",
    { key: `clock ${deadline}`, class: "clock", viewBox: "0 0 40 40", "aria-hidden": "true" },
    h("circle", { class: "clock-groove", cx: 20, cy: 20, r: 17 }),
    h("circle", {
      class: "clock-hand",
      cx: 20,
      cy: 20,
      r: 17,
      pathLength: 100,
      // Once: a delay that is moved on while the animation runs makes it run twice as fast.
      made: (/** @type {SVGElement} */ ring) => {
        ring.style.setProperty("--whole", `${Math.max(whole, left)}ms`);
        ring.style.setProperty("--gone", `${Math.min(0, left - whole)}ms`);
      },
    }),
    h("text", { x: 20, y: 20 }, seconds),
  );
}

/** A ring that runs empty, with the seconds in it. */

import { h } from "./dom.js";

/** @typedef {import("./dom.js").VNode} VNode */

/**
 * Until the Dealer goes on.
 *
 * @param {number} deadline by `performance.now()`, in milliseconds
 * @param {number} began likewise
 * @returns {VNode}
 */
export function clock(deadline, began) {
  const seconds = Math.max(0, Math.ceil((deadline - performance.now()) / 1000));
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
      style: { "--whole": `${deadline - began}ms`, "--gone": `${began - performance.now()}ms` },
    }),
    h("text", { x: 20, y: 20 }, seconds),
  );
}

/** A chip is drawn from the rail to an area. */

import { h, make } from "../dom.js";
import { chip } from "../svg/chip.js";

/** So far the pointer goes before a press becomes a drag. In pixels. */
const FAR = 8;

/**
 * @param {string} value of the chip
 * @param {PointerEvent} began
 * @param {(box: number, bet: string) => void} drop
 */
export function dragChip(value, began, drop) {
  if (began.button) return;
  /** @type {HTMLElement | null} */
  let ghost = null;
  /** @type {Element | null} */
  let over = null;

  const move = (/** @type {PointerEvent} */ event) => {
    if (!ghost && Math.hypot(event.clientX - began.clientX, event.clientY - began.clientY) < FAR) return;
    if (!ghost) {
      ghost = /** @type {HTMLElement} */ (
        make(h("div", { class: "drag-chip", "aria-hidden": "true" }, chip(value)))
      );
      document.body.append(ghost);
    }
    ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
    const now = areaAt(event);
    if (now !== over) {
      over?.classList.remove("under-chip");
      now?.classList.add("under-chip");
      over = now;
    }
  };
  const end = (/** @type {PointerEvent} */ event) => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    over?.classList.remove("under-chip");
    ghost?.remove();
    if (!ghost || event.type === "pointercancel") return;
    const [box, bet] = areaAt(event)?.getAttribute("data-area")?.split(" ") ?? [];
    if (box && bet) drop(Number(box), bet);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

/** @param {PointerEvent} event */
function areaAt(event) {
  return document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-area]") ?? null;
}

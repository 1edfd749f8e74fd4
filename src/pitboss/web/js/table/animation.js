/** Things come from where they are: cards from the shoe, chips from the rail and the tray. Or they stand still. */

import { moves } from "../options.js";
import { play } from "../sound.js";

/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").Point} Point */

const DEAL = 220;
const TURN = 200;
const CHIPS = 180;
const EASE = "cubic-bezier(0.2, 0.8, 0.3, 1)";

export class Animation {
  constructor() {
    /** Slots that have had a card. @type {Set<string>} */
    this.slots = new Set();
    /** What was there when the page was opened does not move. */
    this.begun = false;
    this.round = 0;
    /** Cards that were dealt since the last picture go one after the other. */
    this.queued = 0;
    /** @type {Plan | null} */
    this.plan = null;
  }

  /** Before a picture is drawn. @param {Plan} plan @param {number} round */
  before(plan, round) {
    if (round !== this.round || plan.kind !== this.plan?.kind) this.slots.clear();
    if (this.plan && plan.kind !== this.plan.kind) this.begun = false;
    this.round = round;
    this.plan = plan;
    this.queued = 0;
  }

  /** After it. */
  after() {
    this.begun = true;
  }

  get still() {
    return !this.begun || !moves();
  }

  /** A card lies at a slot, dealt or turned over. @param {Element} element @param {string} slot */
  card(element, slot) {
    const known = this.slots.has(slot);
    this.slots.add(slot);
    if (this.begun) play("card");
    if (this.still || !this.plan) return;
    const turned = element.firstElementChild;
    if (known && turned)
      turned.animate([{ transform: "scaleX(0.04)" }, { transform: "scaleX(1)" }], {
        duration: TURN,
        easing: EASE,
      });
    else if (!known) this.from(element, this.plan.shoe, DEAL, 45 * this.queued++);
  }

  /** Chips come to an area. @param {Element} element @param {"rail" | "tray"} origin */
  chips(element, origin) {
    if (this.begun) play(origin === "tray" ? "paid" : "chip");
    if (this.still || !this.plan) return;
    const { width, height, tray } = this.plan;
    this.from(
      element,
      origin === "tray" ? tray : { x: width / 2, y: height + 20 },
      origin === "tray" ? 240 : CHIPS,
      0,
    );
  }

  /**
   * An element comes from a point of the drawing.
   *
   * @param {Element} element
   * @param {Point} point
   * @param {number} duration
   * @param {number} delay
   */
  from(element, point, duration, delay) {
    requestAnimationFrame(() => {
      if (!(element instanceof SVGGraphicsElement) || !element.isConnected) return;
      const matrix = element.getCTM();
      if (!matrix || !this.plan) return;
      const owner = element.ownerSVGElement;
      const scale = owner ? owner.clientWidth / this.plan.width : 1;
      const style = getComputedStyle(element).transform;
      const rest = style === "none" ? "" : style;
      const dx = point.x - matrix.e / scale;
      const dy = point.y - matrix.f / scale;
      element.animate(
        [
          { transform: `translate(${dx}px, ${dy}px) ${rest}`, opacity: 0 },
          { opacity: 1, offset: 0.25 },
          { transform: rest || "none", opacity: 1 },
        ],
        { duration, delay, easing: EASE, fill: "backwards" },
      );
    });
  }
}

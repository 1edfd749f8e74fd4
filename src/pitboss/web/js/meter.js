/** A jackpot's number, which counts up to what is committed and never shows more than that. */

import { cents, money } from "./money.js";
import { moves } from "./options.js";

const DURATION = 1600;

/** The number of one element. */
export class Meter {
  /** @param {Element} element @param {(text: string) => void} [told] called with each text that is shown */
  constructor(element, told = () => {}) {
    this.element = element;
    this.told = told;
    /** @type {bigint | null} */
    this.shown = null;
    this.target = 0n;
    this.from = 0n;
    this.began = 0;
    this.frame = 0;
  }

  /** @param {string} committed in dollars, as the sign says it */
  show(committed) {
    const now = cents(committed);
    if (now === this.target && this.shown !== null) return;
    this.target = now;
    if (this.shown === null || now < this.shown || !moves()) {
      this.put(now);
      return;
    }
    this.from = this.shown;
    this.began = performance.now();
    if (!this.frame) this.frame = requestAnimationFrame((time) => this.tick(time));
  }

  stop() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  /** @param {number} time */
  tick(time) {
    this.frame = 0;
    if (this.shown === null || this.shown >= this.target) return;
    const part = Math.min(1, Math.max(0, (time - this.began) / DURATION));
    const eased = BigInt(Math.round((1 - (1 - part) ** 3) * 1_000_000));
    this.put(this.from + ((this.target - this.from) * eased) / 1_000_000n);
    if (part < 1) this.frame = requestAnimationFrame((next) => this.tick(next));
  }

  /** @param {bigint} value */
  put(value) {
    if (value === this.shown) return;
    this.shown = value;
    const text = money(value, { cents: true });
    this.element.textContent = text;
    this.told(text);
  }
}

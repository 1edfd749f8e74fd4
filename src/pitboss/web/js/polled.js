/** An answer of the API that a page asks for now and then: again soon after something was done, and not while nobody looks. */

import { read } from "./api.js";
import { onSession } from "./session.js";

/** Long enough for what was done to be in the answer. In milliseconds. */
const SOON = 400;

/** @template T */
export class Polled {
  /**
   * @param {string} path
   * @param {T} nothing what is known where there is nobody to ask for
   * @param {() => boolean} wanted whether the reader is one whom it concerns
   * @param {(now: T) => number} pause until it is asked for again, in milliseconds
   */
  constructor(path, nothing, wanted, pause) {
    this.path = path;
    this.nothing = nothing;
    this.wanted = wanted;
    this.pause = pause;
    /** The newest answer. @type {T} */
    this.now = nothing;
    /** @type {Set<(before: T) => void>} */
    this.listeners = new Set();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    onSession(() => void this.look());
  }

  /** @param {(before: T) => void} listener called when the answer is another @returns {() => void} ends it */
  onChange(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Something happened that changes the answer: ask in a moment. */
  lookSoon() {
    if (!this.wanted()) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), SOON);
  }

  /** Ask, tell whoever listens, and ask again later. */
  async look() {
    clearTimeout(this.timer);
    const found = this.wanted() ? await this.asked() : this.nothing;
    const before = this.now;
    if (JSON.stringify(found) !== JSON.stringify(before)) {
      this.now = found;
      for (const listener of this.listeners) listener(before);
    }
    clearTimeout(this.timer);
    if (this.wanted()) this.timer = setTimeout(() => this.look(), this.pause(this.now));
  }

  /** @returns {Promise<T>} */
  async asked() {
    if (document.hidden) return this.now;
    // What cannot be asked now is asked again later; what is shown stays as it is.
    return read(this.path).catch(() => this.now);
  }
}

/** One request at a time for what may be out of date (single-flight), and another where no answer came (retry). */

import { Refused } from "./api.js";

/** It is asked for again, when no answer came, after so many milliseconds. */
const AGAIN = [300, 1000, 3000];
/** Milliseconds after which an answer does not come any more: a connection can be dead without a word. */
export const DEAD = 10_000;

export class SingleFlight {
  /**
   * @param {() => boolean} outdated whether there is something to ask for
   * @param {() => Promise<boolean>} ask asks once; whether to go on while it is outdated
   */
  constructor(outdated, ask) {
    this.outdated = outdated;
    this.ask = ask;
    /** @type {Promise<void> | null} */
    this.flight = null;
    /** How often in a row it was not answered. */
    this.unanswered = 0;
    this.timer = 0;
    this.over = false;
  }

  /** Have what is outdated asked for. @returns {Promise<void>} done once it is not, or no answer came */
  refresh() {
    clearTimeout(this.timer);
    if (!this.flight && !this.over && this.outdated()) this.flight = this.fly();
    return this.flight ?? Promise.resolve();
  }

  async fly() {
    try {
      while (!this.over && this.outdated()) {
        const goOn = await this.ask();
        this.unanswered = 0;
        if (!goOn) break;
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // Perhaps nothing else asks for long, and until then nothing could be pressed.
      if (error.passing && !this.over)
        this.timer = setTimeout(() => void this.refresh(), AGAIN[this.unanswered++] ?? AGAIN.at(-1));
    } finally {
      // In the same breath as the last look at whether it is outdated: what becomes so afterwards is a new flight's.
      this.flight = null;
    }
  }

  close() {
    this.over = true;
    clearTimeout(this.timer);
  }
}

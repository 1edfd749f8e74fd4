/** Questions to the mathematics: the newest one counts, a long count shows how far it is and can be cancelled. */

import { read, Refused, send } from "../api.js";

/** @typedef {{what: string, done: number, of: number}} Far how far a count is */
/** @typedef {import("../answers").JobNow} JobNow */

const AGAIN = 250;
const REST = 120;

/** One place where answers are wanted; a newer question replaces the one before. */
export class Query {
  /** @param {(far: Far | null) => void} told how far a long count is; null when nothing is counted any more */
  constructor(told) {
    this.told = told;
    this.turn = 0;
    /** @type {string | null} */
    this.count = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /**
   * Ask when the reader has rested a moment.
   *
   * @param {() => Promise<void>} work
   */
  soon(work) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void work(), REST);
  }

  /**
   * The answers to some questions, one after the other; null where a newer one has come, or it was cancelled.
   *
   * @param {string[]} paths
   * @returns {Promise<any[] | null>}
   */
  async all(paths) {
    this.drop();
    const mine = ++this.turn;
    const found = [];
    for (const path of paths) {
      const answer = await this.one(path, mine);
      if (answer === null) return null;
      found.push(answer);
    }
    return found;
  }

  /** @param {string} path @param {number} mine @returns {Promise<any | null>} */
  async one(path, mine) {
    const first = await read(path);
    if (mine !== this.turn) {
      if (isCount(first)) void forget(first.id);
      return null;
    }
    if (!isCount(first)) return first;
    this.count = first.id;
    for (let now = first; ; now = await read(`/api/counts/${first.id}`)) {
      if (mine !== this.turn) return null;
      if (now.state === "done") break;
      if (now.state === "cancelled") return null;
      if (now.state === "wrong") throw new Refused(400, "wrong", now.message);
      this.told({ what: now.what, done: now.done, of: now.of });
      await new Promise((done) => setTimeout(done, AGAIN));
    }
    const { result } = /** @type {JobNow} */ (await read(`/api/counts/${first.id}`));
    this.count = null;
    this.told(null);
    return result;
  }

  /** Nobody waits for the answer any more. */
  drop() {
    this.turn++;
    clearTimeout(this.timer);
    if (this.count) {
      void forget(this.count);
      this.count = null;
      this.told(null);
    }
  }
}

/** @param {any} answer @returns {answer is JobNow} */
function isCount(answer) {
  return answer !== null && typeof answer === "object" && "state" in answer && "of" in answer;
}

/** @param {string} count */
function forget(count) {
  return send(`/api/counts/${count}`, undefined, "DELETE").catch(() => {});
}

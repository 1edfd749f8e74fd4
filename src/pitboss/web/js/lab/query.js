/** Questions to the mathematics: the newest one counts, a long count shows how far it is and can be cancelled. */

import { read } from "../api.js";
import { cancel, finished, isJob, isRunning } from "../report/job.js";

/** @typedef {import("../answers").JobNow} JobNow */

const REST = 120;

/** One place where answers are wanted; a newer question replaces the one before. */
export class Query {
  /** @param {(job: JobNow | null) => void} told how far a long count is; null when nothing is counted any more */
  constructor(told) {
    this.told = told;
    this.turn = 0;
    /** The long count that is under way. @type {JobNow | null} */
    this.job = null;
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
    const stale = () => mine !== this.turn;
    const first = await read(path);
    if (stale()) {
      if (isJob(first)) void forget(first);
      return null;
    }
    this.job = isJob(first) ? first : null;
    const result = await finished(first, (job) => isRunning(job) && this.told(job), stale);
    if (stale()) return null;
    if (this.job) this.told(null);
    this.job = null;
    return result;
  }

  /** Nobody waits for the answer any more. */
  drop() {
    this.turn++;
    clearTimeout(this.timer);
    if (this.job) {
      void forget(this.job);
      this.job = null;
      this.told(null);
    }
  }
}

/** @param {JobNow} job */
function forget(job) {
  return cancel(job).catch(() => {});
}

/** Work that takes longer than an answer: it is begun, followed until it ends, and can be cancelled. */

import { read, Refused, send } from "../api.js";
import { refusalOf } from "../words.js";

/** @typedef {import("../answers").JobNow} JobNow */

/** Whether an answer is work that goes on. @param {any} answer @returns {answer is JobNow} */
export function isJob(answer) {
  return (
    answer !== null && typeof answer === "object" && "state" in answer && "of" in answer && "result" in answer
  );
}

/** Whether work has been begun and not ended. @param {any} job @returns {job is JobNow} */
export function isRunning(job) {
  return isJob(job) && (job.state === "waiting" || job.state === "counting");
}

/**
 * The result of an answer that may be work that goes on.
 *
 * @param {any} answer
 * @param {(job: JobNow) => unknown} heard how far it is
 * @param {() => boolean} [over] nobody waits for it any more
 * @returns {Promise<any>} null when it was cancelled
 */
export async function finished(answer, heard, over = () => false) {
  let job = answer;
  while (isRunning(job)) {
    heard(job);
    await new Promise((done) => setTimeout(done, 250));
    if (over()) return null;
    job = await read(`/api/counts/${encodeURIComponent(job.id)}`);
    if (over()) return null;
  }
  if (!isJob(job)) return job;
  heard(job);
  if (job.state === "wrong") throw new Refused(400, "wrong", await refusalOf(job));
  return job.state === "done" ? job.result : null;
}

/** @param {JobNow} job */
export function cancel(job) {
  return send(`/api/counts/${encodeURIComponent(job.id)}`, undefined, "DELETE");
}

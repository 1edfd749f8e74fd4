/** The set that somebody is answering at this browser; what they have answered is kept by the server, under their account. */

import { session } from "../session.js";

/** @typedef {{right: number, points: number, seconds: number}} Mark of one answer: its right points, all of them, the time it took */
/** @typedef {{name: string, marks: Mark[]}} SetScore */

/** The set of the account that is signed in: whoever signs in after them begins their own. */
function key() {
  return `pitboss.train.${session()?.name ?? ""}`;
}

/** @param {string} name @returns {Mark[]} */
function marks(name) {
  try {
    const found = /** @type {SetScore} */ (JSON.parse(localStorage.getItem(key()) ?? ""));
    if (found.name === name && Array.isArray(found.marks)) return found.marks;
  } catch {
    // What cannot be read is begun anew.
  }
  return [];
}

/** Whether each situation of a set so far was answered right; another set begins anew. @param {string} name @returns {boolean[]} */
export function answered(name) {
  return marks(name).map(({ right, points }) => right === points);
}

/** The marks of a set so far, added up. @param {string} name @returns {Mark} */
export function marksOf(name) {
  return marks(name).reduce(
    (sum, mark) => ({
      right: sum.right + mark.right,
      points: sum.points + mark.points,
      seconds: sum.seconds + mark.seconds,
    }),
    { right: 0, points: 0, seconds: 0 },
  );
}

/** Begin a set from its first situation. @param {string} name */
export function begin(name) {
  localStorage.setItem(key(), JSON.stringify({ name, marks: [] }));
}

/** Go on with a set by an answer that the server has marked. @param {string} name @param {import("../answers").CheckedNow} checked */
export function note(name, { points, seconds }) {
  const mark = { right: points.filter((point) => point.right).length, points: points.length, seconds };
  localStorage.setItem(key(), JSON.stringify({ name, marks: [...marks(name), mark] }));
}

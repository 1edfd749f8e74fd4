/** What waits for the reader: read now and then, and at once after something was done here. */

import { read } from "./api.js";
import { isStaff, onSession } from "./session.js";

/** @typedef {import("./answers").WaitingNow} WaitingNow */

const PAUSE = 15_000;
/** Long enough for what was done to be in the answer. */
const SOON = 400;

/** @type {readonly WaitingNow[]} */
let found = [];
/** @type {Set<() => void>} */
const listeners = new Set();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** What is known to wait. */
export function waiting() {
  return found;
}

/** @param {() => void} listener called when something else waits @returns {() => void} ends it */
export function onWaiting(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Something was done here that may have been waited for. */
export function lookSoon() {
  if (!isStaff()) return;
  clearTimeout(timer);
  timer = setTimeout(look, SOON);
}

/** Ask, tell whoever listens, and ask again later; a tab that nobody sees asks nothing. */
export async function look() {
  clearTimeout(timer);
  const now = isStaff() ? await asked() : [];
  if (JSON.stringify(now) !== JSON.stringify(found)) {
    found = now;
    for (const listener of listeners) listener();
  }
  clearTimeout(timer);
  if (isStaff()) timer = setTimeout(look, PAUSE);
}

/** @returns {Promise<readonly WaitingNow[]>} */
async function asked() {
  if (document.hidden) return found;
  // What cannot be asked now is asked again later; the badge stays as it is.
  return read("/api/waiting").catch(() => found);
}

onSession(() => void look());

/** The reader's own play, as the server works it out: read now and then, and soon after something happened. */

import { onRefused, read } from "../api.js";
import { may, onSession } from "../session.js";

/** @typedef {import("../answers").PlayNow} PlayNow */

const PAUSE = 20_000;
/** While a reality check waits for the end of a round. */
const SHORT = 3_000;
/** Long enough for what was done to be in the answer. */
const SOON = 400;

/** @type {PlayNow | null} */
let now = null;
/** @type {Set<() => void>} */
const listeners = new Set();
/** @type {Set<() => void>} */
const bounded = new Set();
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** What is known of the reader's play; null for those who do not play. */
export function play() {
  return now;
}

/** @param {() => void} listener called when the play is another @returns {() => void} ends it */
export function onPlay(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param {() => void} listener called when other bets are taken: by limits, a break or a check @returns {() => void} ends it */
export function onBounds(listener) {
  bounded.add(listener);
  return () => bounded.delete(listener);
}

/** What decides which bets are taken. @param {PlayNow | null} found */
function bounds(found) {
  const limits = found?.limits.map(({ limit, amount, minutes }) => [limit, amount, minutes]);
  return JSON.stringify([limits, found?.break_until, found?.check.due]);
}

/** The table takes no bet for a reason that the reader's own play has. @param {readonly {code: string}[]} refused */
export function heedRefused(refused) {
  if (!now?.check.due && refused.some(({ code }) => code === "reality_check_due")) lookSoon();
}

/** A round is over, or something was set: ask in a moment. */
export function lookSoon() {
  if (!may("play")) return;
  clearTimeout(timer);
  timer = setTimeout(look, SOON);
}

/** Ask, tell whoever listens, and ask again later; a tab that nobody sees asks nothing. */
export async function look() {
  clearTimeout(timer);
  const found = may("play") ? await asked() : null;
  if (JSON.stringify(found) !== JSON.stringify(now)) {
    const other = bounds(now) !== bounds(found);
    now = found;
    for (const listener of listeners) listener();
    if (other) for (const listener of bounded) listener();
  }
  clearTimeout(timer);
  if (may("play")) timer = setTimeout(look, now?.check.due ? SHORT : PAUSE);
}

/** @returns {Promise<PlayNow | null>} */
async function asked() {
  if (document.hidden) return now;
  // What cannot be asked now is asked again later.
  return read("/api/my/play").catch(() => now);
}

onSession(() => void look());
onRefused((code) => {
  if (code === "reality_check_due") void look();
});

/** The reader's own play, as the server works it out: read now and then, and soon after something happened. */

import { onRefused } from "../api.js";
import { Polled } from "../polled.js";
import { may } from "../session.js";

/** @typedef {import("../answers").PlayNow} PlayNow */

const PAUSE = 20_000;
/** While a reality check waits for the end of a round. */
const SHORT = 3_000;

/** What is known of the reader's play; null for those who do not play. */
export const play = new Polled(
  "/api/my/play",
  /** @type {PlayNow | null} */ (null),
  () => may("play"),
  (now) => (now?.check.due ? SHORT : PAUSE),
);

/** @param {() => void} listener called when other bets are taken: by limits, a break or a check @returns {() => void} ends it */
export function onBounds(listener) {
  return play.onChange((before) => {
    if (bounds(before) !== bounds(play.now)) listener();
  });
}

/** What decides which bets are taken. @param {PlayNow | null} found */
function bounds(found) {
  const limits = found?.limits.map(({ limit, amount, minutes }) => [limit, amount, minutes]);
  return JSON.stringify([limits, found?.break_until, found?.check.due]);
}

/** The table takes no bet for a reason that the reader's own play has. @param {readonly {code: string}[]} refused */
export function heedRefused(refused) {
  if (!play.now?.check.due && refused.some(({ code }) => code === "reality_check_due")) play.lookSoon();
}

onRefused((code) => {
  if (code === "reality_check_due") void play.look();
});

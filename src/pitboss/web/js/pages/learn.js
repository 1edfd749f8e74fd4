/** A coached hand: a newcomer plays a real hand of a game at a practice table, step by step. */

import { CoachActions } from "../coach/actions.js";
import { t } from "../words.js";

export const css = ["felt.css", "train.css", "learn.css"];
/** @type {import("../words.js").Part[]} */
export const words = ["coach", "training"];
export const reasons = ["irregularities", "mathematics", "round", "settlement", "tables"];

/** @param {HTMLElement} root @param {string[]} parts */
export function open(root, [sheet = ""]) {
  document.title = t("coach.choose");
  const actions = new CoachActions(root, sheet);
  void actions.start();
  return () => actions.close();
}

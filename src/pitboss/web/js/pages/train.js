/** The trainer: situations on the felt, ten to a set; answers are checked by the engine and explained by clause. */

import { allowed } from "../gate.js";
import { TrainActions } from "../train/actions.js";
import { t } from "../words.js";

export const css = ["felt.css", "train.css"];
export const words = ["training"];
export const reasons = ["irregularities", "round-events", "settlement"];

/** @param {HTMLElement} root */
export function open(root) {
  if (!allowed(root, t("train.title"), "watch_table")) return;
  const actions = new TrainActions(root);
  void actions.start();
  return () => actions.close();
}

/** Rounds of the past: found by table, time, player, card, payout, irregularity and how they ended. */

import { RoundsActions } from "../rounds/actions.js";
import { t } from "../words.js";

export const css = ["rounds.css"];
export const words = ["rounds", "staff"];

/** @param {HTMLElement} root */
export function open(root) {
  document.title = t("rounds.title");
  const actions = new RoundsActions(root);
  actions.start();
  return () => actions.close();
}

/** My play: what one has won or lost and how long one has played, and one's own limits. */

import { allowed } from "../gate.js";
import { PlayActions } from "../play/actions.js";
import { t } from "../words.js";

export const css = ["reports.css", "people.css", "play.css"];
export const words = ["staff"];
export const reasons = ["play"];

/** @param {HTMLElement} root */
export function open(root) {
  if (!allowed(root, t("play.title"), "play")) return undefined;
  const actions = new PlayActions(root);
  void actions.start();
  return () => actions.close();
}

/** The rulebook: every sheet, every clause in our words with what proves it, and two sheets side by side. */

import { RulebookActions } from "../rulebook/actions.js";
import { t } from "../words.js";

export const css = ["rulebook.css"];
export const words = ["rulebook"];

/** @param {HTMLElement} root @param {string[]} parts */
export function open(root, [sheet, clause]) {
  document.title = t("rulebook.title");
  const actions = new RulebookActions(root, sheet, clause);
  void actions.start();
  return () => actions.close();
}

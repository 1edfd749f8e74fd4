/** People: one's own account, everybody's with what happened to them, and what takes a second person. */

import { PeopleActions } from "../people/actions.js";
import { t } from "../words.js";

export const css = ["reports.css", "people.css", "play.css"];
export const words = ["staff"];
export const reasons = ["floor", "people"];

/** @param {HTMLElement} root */
export function open(root) {
  document.title = t("people.title");
  const actions = new PeopleActions(root);
  void actions.start();
  return () => actions.close();
}

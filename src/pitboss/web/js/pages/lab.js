/** The lab: what a pay costs, what the jackpot is worth, how it is played, and how two sheets compare. */

import { h } from "../dom.js";
import { signInButton } from "../gate.js";
import { LabActions } from "../lab/actions.js";
import { wordsPage } from "../page.js";
import { session } from "../session.js";
import { t } from "../words.js";

export const css = ["lab.css", "lab-run.css"];
export const words = ["lab", "staff"];
export const reasons = ["mathematics"];

/** @param {HTMLElement} root */
export function open(root) {
  document.title = t("lab.title");
  if (!session())
    return wordsPage(root, t("lab.title"), h("p", null, t("lab.sign_in")), h("p", null, signInButton()));
  const actions = new LabActions(root);
  void actions.start();
  return () => actions.close();
}

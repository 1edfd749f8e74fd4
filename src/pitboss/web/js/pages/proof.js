/** A proof: a round file of the rulebook, run on the felt step by step. */

import { ProofActions } from "../proof/actions.js";
import { t } from "../words.js";

export const css = ["felt.css", "table.css", "round.css"];
export const words = ["rounds", "rulebook"];
export const reasons = ["files", "irregularities", "round", "round-events", "settlement"];

/** @param {HTMLElement} root @param {string[]} parts */
export function open(root, [sheet, name]) {
  document.title = `${t("proof.title")} · ${name}`;
  const actions = new ProofActions(root, sheet, name);
  void actions.start();
  return () => actions.close();
}

/** What rows of the lab's tables are called. */

import { sentence } from "../sentence.js";
import { handName, t } from "../words.js";

/** How hands met, or how a bet ended beside them, each with its word. */
const MET = /** @type {const} */ ({
  "Dealer does not qualify": "lab.met_unqualified",
  "higher than the Dealer": "lab.met_higher",
  "lower than the Dealer": "lab.met_lower",
  "same as the Dealer": "lab.met_same",
  fold: "lab.state_fold",
  "any other hand": "lab.other_hand",
  "forfeited by a fold": "lab.forfeited",
});

/** A row of a bet: a hand, or how it met the Dealer's and which it was. @param {string} name */
export function rowName(name) {
  const [first, ...rest] = name.split(", ");
  const word = MET[/** @type {keyof typeof MET} */ (first)];
  const hand = word ? rest.join(", ") : name;
  const named = hand && (handName(hand) ?? sentence(hand));
  return word ? [t(word), named && t("list.list"), named] : named;
}

/** What the steps of a coached hand are made of: a heading, buttons, and what the Dealer has done. */

import { h } from "../dom.js";
import { clauseLinks } from "../reasons.js";
import { t } from "../words.js";

/** @typedef {import("./state.js").CoachedNow} CoachedNow */
/** @typedef {import("../answers").DueNow} DueNow */

/** The heading of a step, from which it is read. @param {string} words */
export function heading(words) {
  return h("h2", { key: "h2", tabindex: -1 }, words);
}

/**
 * @param {string} key
 * @param {import("../dom.js").Kids} words
 * @param {() => unknown} press
 * @param {{kind?: string, letter?: string}} [how]
 */
export function button(key, words, press, { kind = "main", letter } = {}) {
  return h(
    "button",
    {
      key,
      type: "button",
      class: kind,
      "data-act": key,
      "aria-keyshortcuts": letter,
      onclick: () => void press(),
    },
    words,
  );
}

/** What the Dealer has done since, with the clause of each act. @param {CoachedNow} now */
export function dealt(now) {
  if (!now.dealt.length) return null;
  /** @type {Map<string, DueNow>} */
  const merged = new Map();
  for (const act of now.dealt) {
    const key = `${act.act} ${act.to} ${act.clause}`;
    const known = merged.get(key);
    merged.set(key, known ? { ...known, cards: known.cards + act.cards } : act);
  }
  return h(
    "ul",
    { key: "dealt", class: "coach-dealt" },
    [...merged].map(([key, act]) =>
      h("li", { key }, dealtWords(act), " ", clauseLinks([act.clause], now.sheet)),
    ),
  );
}

/** @param {DueNow} act */
function dealtWords(act) {
  const { cards } = act;
  switch (act.act) {
    case "deal":
      if (act.to === "dealer") return t("coach.dealt_dealer", { cards });
      return act.to === "community" ? t("coach.dealt_community", { cards }) : t("coach.dealt_you", { cards });
    case "burn":
      return t("coach.burnt");
    case "discard":
      return t("coach.discarded");
    case "reveal":
      return t("coach.revealed");
    default:
      return t("coach.settled");
  }
}

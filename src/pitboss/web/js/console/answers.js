/** Which panel answers a refusal: a button beside it opens that panel. */

import { h } from "../dom.js";
import { t } from "../words.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** The panels by the codes of refusals. @type {Record<string, string>} */
const ANSWERS = {
  box_blocked: "irregularities",
  chips_short: "money",
  claim_not_verified: "jackpot",
  claims_open: "jackpot",
  closer_missing: "money",
  jackpot_suspended: "jackpot",
  no_set_in_use: "cards",
  not_signed_on: "table",
  opener_missing: "money",
  option_open: "irregularities",
  player_barred: "irregularities",
  player_restricted: "irregularities",
  retention_due: "cards",
  set_not_counted: "cards",
  set_not_shuffled: "cards",
  table_closed: "table",
  tray_too_small: "money",
};

/** @type {Record<string, import("../words.js").Word>} */
const NAMES = {
  cards: "console.decks",
  irregularities: "console.irregularities",
  jackpot: "console.claims",
  money: "console.money",
  table: "console.table",
};

/** A button to the panel that answers a refusal, unless it is open. @param {Desk} desk @param {string | undefined} code */
export function answerButton(desk, code) {
  const panel = ANSWERS[code ?? ""];
  if (!panel || panel === desk.panel) return null;
  return h(
    "button",
    {
      key: "answer",
      type: "button",
      class: "quiet small answer",
      "data-answer": panel,
      onclick: () => desk.open(panel),
    },
    t("console.to_panel", { panel: t(NAMES[panel]) }),
  );
}

/** Bets that staff gave back after cards were seen, and that wait for a second person before they do go back. */

import { h } from "../dom.js";
import { t } from "../words.js";
import { Above, form, refusal, signedToo, submit } from "./fields.js";

/** @typedef {import("./desk.js").Desk} Desk */

const FORM = "returned";
const signature = new Above();
signature.form = FORM;

/** The signature under returned bets; nothing where none is due. @param {Desk} desk */
export function returned(desk) {
  const held = desk.legal?.refused.find(
    ({ act, code }) => act.act === "settle" && (code === "amount_above_own" || code === "own_account"),
  );
  if (!held) return null;
  return h(
    "section",
    { key: FORM, class: "paying", "aria-labelledby": "returned-title" },
    h("h3", { key: "title", id: "returned-title" }, t("console.returned")),
    // Where people deal, the task above says so already.
    desk.table?.automatic && h("p", { key: "why" }, refusal(held, desk.sheet)),
    form(
      desk,
      FORM,
      (given) => desk.act({ act: "settle" }, t("console.did_return"), null, signedToo(given)),
      [signature.fields(FORM), submit(desk, "sign-return", t("console.return"))],
    ),
  );
}

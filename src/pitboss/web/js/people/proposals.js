/** Proposals about accounts that wait for a second person. */

import { entered } from "../page.js";
import { h } from "../dom.js";
import { session } from "../session.js";
import { sentence } from "../sentence.js";
import { t, term } from "../words.js";
import { form, reason } from "./forms.js";
import { when } from "./labels.js";

/** @typedef {import("../answers").ProposalNow} ProposalNow */
/** @typedef {import("./actions.js").PeopleActions} PeopleActions */

/** @param {ProposalNow[]} proposals @param {PeopleActions} actions */
export function waiting(proposals, actions) {
  return h(
    "section",
    { key: "waiting", class: "people-part", "aria-labelledby": "people-waiting" },
    h("h2", { id: "people-waiting" }, t("people.waiting")),
    proposals.length
      ? h(
          "div",
          { key: "list", class: "people-proposals" },
          proposals.map((one) => proposal(one, actions)),
        )
      : h("p", { key: "none", class: "muted" }, t("people.none_waiting")),
  );
}

/** @param {ProposalNow} one @param {PeopleActions} actions */
function proposal(one, actions) {
  const me = session();
  const mine = one.by.name === me?.name;
  const able = !mine && one.may_approve.some((role) => me?.roles.includes(role));
  const no = mine ? "withdraw" : "reject";
  return h(
    "article",
    { key: one.id, "aria-label": one.id, translate: "no" },
    h(
      "ul",
      { class: "people-says" },
      one.says.map((words, place) => sentence(words, { key: words, reason: one.reasons[place] }, "li")),
    ),
    h(
      "p",
      { class: "muted" },
      `${one.by.name}, ${term("role", one.by.role)}: `,
      h("span", { translate: "no" }, one.reason),
      ` · ${t("people.until")} ${when(one.expires)}`,
    ),
    able
      ? h(
          "button",
          {
            key: "approve",
            type: "button",
            onclick: () => void actions.answer(one, "approve", { digest: one.digest }),
          },
          t("people.approve"),
        )
      : h(
          "p",
          { key: "who", class: "muted" },
          t("people.may_approve"),
          " ",
          one.may_approve.map((role) => term("role", role)).join(", "),
        ),
    (able || mine) &&
      form("no", mine ? t("people.withdraw") : t("people.reject"), reason(), (given) =>
        actions.answer(one, no, { reason: entered(given, "reason") }),
      ),
  );
}

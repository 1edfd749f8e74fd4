/** What the House decides about a whole link: the order of winners, and failures of the jackpot system. */

import { entered } from "../page.js";
import { h } from "../dom.js";
import { may } from "../session.js";
import { t } from "../words.js";
import { amount, beginning, form, part, text } from "./fields.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./claim-steps.js").Send} Send */
/** @typedef {import("../answers").LinkNow} LinkNow */

/** @param {LinkNow} now @param {Desk} desk @param {Send} send */
export function order(now, desk, send) {
  const open = now.claims.filter((claim) => claim.slip === null);
  if (open.length < 2 || !may("rule")) return null;
  return part(
    t("console.order"),
    h("p", { key: "text", class: "muted" }, t("console.order_text")),
    form(
      desk,
      "order",
      (given) => {
        const claims = open
          .map((claim) => ({ id: claim.id, place: Number(given.get(claim.id)) }))
          .sort((a, b) => a.place - b.place)
          .map((claim) => claim.id);
        return send({ act: "rule_order", claims, reason: entered(given, "reason") }, t("console.did_order"));
      },
      [
        open.map((claim, place) =>
          h(
            "label",
            { key: claim.id, class: "field few" },
            h("span", { translate: "no" }, claim.id),
            h("input", {
              type: "number",
              name: claim.id,
              min: 1,
              max: open.length,
              required: true,
              made: beginning(place + 1),
            }),
          ),
        ),
        text("reason", t("console.reason")),
        h("button", { key: "go", disabled: desk.busy }, t("console.rule")),
      ],
    ),
  );
}

/** @param {LinkNow} now @param {Desk} desk @param {Send} send */
export function failure(now, desk, send) {
  return part(
    t("console.failure"),
    now.sign.suspended
      ? may("restore_jackpot") &&
          form(
            desk,
            "restore",
            (given) =>
              send({ act: "restore", displayed: entered(given, "displayed") }, t("console.did_restore")),
            [
              amount("displayed", t("console.displayed"), {
                pattern: "[0-9]+([.][0-9]+)?( [0-9]+/[0-9]+)?",
                made: beginning(now.sign.displayed),
              }),
              h("button", { key: "go", disabled: desk.busy }, t("console.restore")),
            ],
          )
      : form(
          desk,
          "fail",
          (given) => send({ act: "fail", reason: entered(given, "reason") }, t("console.did_fail")),
          [
            h("p", { key: "will", class: "muted" }, t("console.fail_text")),
            text("reason", t("console.reason")),
            h("button", { key: "go", class: "quiet", disabled: desk.busy }, t("console.fail")),
          ],
        ),
  );
}

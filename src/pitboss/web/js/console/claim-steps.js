/** The steps of a jackpot win: the checklist, two signatures, payment, the filed slip. */

import { entered } from "../page.js";
import { h } from "../dom.js";
import { money } from "../money.js";
import { session } from "../session.js";
import { t, term } from "../words.js";
import { beginning, field, form, number, options, signature } from "./fields.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("../answers").ClaimNow} ClaimNow */
/** @typedef {(act: object, said: string, given?: FormData) => Promise<boolean>} Send to the link; `given` holds a second signature */

/** In this order on paper; they may be done in any. */
const CHECKLIST = ["bet_light", "cards_face_up", "deck_count", "surveillance"];
const FULL_DECK = 52;

/** @param {ClaimNow} claim @param {Desk} desk @param {Send} send */
export function steps(claim, desk, send) {
  return h(
    "ol",
    { key: "steps", class: "steps" },
    h(
      "li",
      { key: "check" },
      h("h4", null, t("console.checklist")),
      h(
        "ul",
        { class: "checklist" },
        CHECKLIST.map((item) => check(claim, item, desk, send)),
      ),
    ),
    h("li", { key: "sign" }, h("h4", null, t("console.signatures")), signatures(claim, desk, send)),
    h("li", { key: "pay" }, h("h4", null, t("console.pay_and_file")), paying(claim, desk, send)),
  );
}

/** @param {ClaimNow} claim @param {string} item @param {Desk} desk @param {Send} send */
function check(claim, item, desk, send) {
  const seen = claim.checks.includes(item);
  return h(
    "li",
    { key: item, class: seen ? "seen" : "" },
    seen
      ? h("span", { key: "seen" }, "✓ ", term("check", item))
      : form(
          desk,
          `check ${item} ${claim.id}`,
          (given) => {
            const count = item === "deck_count" ? { count: Number(entered(given, "count")) } : {};
            return send(
              { act: "check_claim", claim: claim.id, item, ...count },
              t("console.did_check", { item: term("check", item) }),
            );
          },
          [
            h("span", { key: "what" }, term("check", item)),
            item === "deck_count" &&
              number("count", t("console.counted"), {
                max: 104,
                required: true,
                made: beginning(FULL_DECK),
              }),
            h(
              "button",
              { key: "go", class: "quiet small", "data-check": item, disabled: desk.busy },
              t("console.seen_to"),
            ),
          ],
          { class: "console-form inline" },
        ),
  );
}

/** @param {ClaimNow} claim @param {Desk} desk @param {Send} send */
function signatures(claim, desk, send) {
  const ready = CHECKLIST.every((item) => claim.checks.includes(item));
  const mine = claim.signatures.includes(session()?.name ?? "");
  return [
    h(
      "p",
      { key: "names" },
      t("console.signed_by"),
      " ",
      h("span", { translate: "no" }, claim.signatures.join(", ") || "–"),
    ),
    ready &&
      !mine &&
      claim.signatures.length < 2 &&
      h(
        "button",
        {
          key: "sign",
          type: "button",
          "data-do": "sign",
          disabled: desk.busy,
          onclick: () => void send({ act: "sign_claim", claim: claim.id }, t("console.did_sign")),
        },
        t("console.sign_own"),
      ),
    ready &&
      claim.signatures.length === 1 &&
      form(
        desk,
        `second ${claim.id}`,
        (given) => send({ act: "sign_claim", claim: claim.id }, t("console.did_sign"), given),
        [
          signature(),
          h(
            "button",
            { key: "go", class: "quiet", "data-do": "second", disabled: desk.busy },
            t("console.sign_second"),
          ),
        ],
      ),
    !ready && h("p", { key: "first", class: "muted" }, t("console.checklist_first")),
  ];
}

/** @param {ClaimNow} claim @param {Desk} desk @param {Send} send */
function paying(claim, desk, send) {
  if (claim.slip !== null)
    return [
      h("p", { key: "slip", class: "gold" }, t("console.slip_number", { number: claim.slip })),
      h(
        "button",
        {
          key: "file",
          type: "button",
          "data-do": "file",
          disabled: desk.busy,
          onclick: () => void send({ act: "close_claim", claim: claim.id }, t("console.did_file")),
        },
        t("console.file"),
      ),
    ];
  if (claim.signatures.length < 2) return h("p", { class: "muted" }, t("console.sign_first"));
  return form(
    desk,
    `pay ${claim.id}`,
    (given) =>
      send({ act: "pay_claim", claim: claim.id, means: entered(given, "means") }, t("console.did_pay")),
    [
      h(
        "p",
        { key: "will", class: "will" },
        t("console.will_pay"),
        " ",
        h("strong", { translate: "no" }, claim.amount ? money(claim.amount) : "–"),
        " ",
        h("span", { translate: "no" }, claim.player),
      ),
      field(
        t("console.means"),
        options("means", [
          ["attendant", t("console.attendant")],
          ["device", t("console.device")],
        ]),
      ),
      h("button", { key: "go", "data-do": "pay", disabled: desk.busy }, t("console.pay")),
    ],
  );
}

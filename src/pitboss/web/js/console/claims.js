/** Jackpot wins on their way from detection to the filed slip, step by step; and the link's failures. */

import { read } from "../api.js";
import { h } from "../dom.js";
import { money } from "../money.js";
import { may, session } from "../session.js";
import { handName, t, term } from "../words.js";
import { faultOf } from "./desk.js";
import {
  amount,
  beginning,
  field,
  form,
  number,
  options,
  part,
  said,
  signature,
  signed,
  text,
} from "./fields.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./desk.js").Panel} Panel */
/** @typedef {import("../answers").LinkNow} LinkNow */
/** @typedef {import("../answers").ClaimNow} ClaimNow */

/** In this order on paper; they may be done in any. */
const CHECKLIST = ["bet_light", "cards_face_up", "deck_count", "surveillance"];
const FULL_DECK = 52;

/** @param {Desk} desk @returns {Panel} */
export function claims(desk) {
  /** @type {LinkNow | null} */
  let link = null;

  const name = () => desk.table?.link ?? "";

  async function refresh() {
    if (!name() || !may("verify_claim")) return;
    link = await read(`/api/links/${encodeURIComponent(name())}`).catch((error) => {
      desk.fault = faultOf(error);
      return null;
    });
    desk.changed();
  }

  /** @param {object} act @param {string} done @param {FormData} [given] */
  async function send(act, done, given) {
    const confirm = given ? signed(given) : null;
    const ok = await desk.send(
      `/api/links/${encodeURIComponent(name())}/acts`,
      { act, ...(confirm && { confirm }) },
      done,
    );
    await refresh();
    return ok;
  }

  /** @param {ClaimNow} claim @param {FormData} given */
  async function deny(claim, given) {
    const second = signed(given);
    const act = { act: "deny_claim", link: name(), claim: claim.id };
    const body = { act, reason: said(given, "reason"), ...(second && { second }) };
    const ok = await desk.send(
      "/api/proposals",
      body,
      second ? t("console.did_deny") : t("console.did_propose"),
    );
    await refresh();
    return ok;
  }

  /** @param {ClaimNow} claim @param {string} item */
  const check = (claim, item) => {
    const seen = claim.checks.includes(item);
    return h(
      "li",
      { key: item, class: seen ? "seen" : "" },
      seen
        ? h("span", { key: "seen" }, "✓ ", term("check", item))
        : form(
            `check ${item}`,
            (given) => {
              const count = item === "deck_count" ? { count: Number(said(given, "count")) } : {};
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
  };

  /** @param {ClaimNow} claim */
  const signatures = (claim) => {
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
          "second",
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
  };

  /** @param {ClaimNow} claim */
  const paying = (claim) => {
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
      "pay",
      (given) =>
        send({ act: "pay_claim", claim: claim.id, means: said(given, "means") }, t("console.did_pay")),
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
  };

  /** @param {ClaimNow} claim */
  const one = (claim) =>
    h(
      "article",
      { key: claim.id, class: "claim" },
      h(
        "header",
        null,
        h("h3", null, handName(claim.hand) ?? h("span", { lang: "en" }, claim.hand)),
        h("strong", { class: "gold", translate: "no" }, claim.amount ? money(claim.amount) : ""),
      ),
      h(
        "p",
        { class: "muted" },
        h("span", { translate: "no" }, `${claim.table} · ${claim.round} · `),
        t("why.box", { box: claim.box }),
        h("span", { translate: "no" }, ` · ${claim.player} · ${claim.percent} %`),
        claim.place === null
          ? ` · ${t("console.not_ordered")}`
          : ` · ${t("console.place_in_order", { place: claim.place })}`,
      ),
      h(
        "ol",
        { class: "steps" },
        h(
          "li",
          { key: "check" },
          h("h4", null, t("console.checklist")),
          h(
            "ul",
            { class: "checklist" },
            CHECKLIST.map((item) => check(claim, item)),
          ),
        ),
        h("li", { key: "sign" }, h("h4", null, t("console.signatures")), signatures(claim)),
        h("li", { key: "pay" }, h("h4", null, t("console.pay_and_file")), paying(claim)),
      ),
      claim.slip === null &&
        may("deny_claim") &&
        h(
          "details",
          { key: "deny", class: "others" },
          h("summary", null, t("console.deny")),
          h("p", { class: "muted" }, t("console.deny_text")),
          form("deny", (given) => deny(claim, given), [
            text("reason", t("console.reason")),
            optionalSecond(),
            h(
              "button",
              { key: "go", class: "danger", "data-do": "deny", disabled: desk.busy },
              t("console.deny"),
            ),
          ]),
        ),
    );

  /** @param {LinkNow} now */
  const order = (now) => {
    const open = now.claims.filter((claim) => claim.slip === null);
    if (open.length < 2 || !may("rule")) return null;
    return part(
      t("console.order"),
      h("p", { key: "text", class: "muted" }, t("console.order_text")),
      form(
        "order",
        (given) => {
          const claims = open
            .map((claim) => ({ id: claim.id, place: Number(given.get(claim.id)) }))
            .sort((a, b) => a.place - b.place)
            .map((claim) => claim.id);
          return send({ act: "rule_order", claims, reason: said(given, "reason") }, t("console.did_order"));
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
  };

  /** @param {LinkNow} now */
  const failure = (now) =>
    part(
      t("console.failure"),
      now.sign.suspended
        ? may("restore_jackpot") &&
            form(
              "restore",
              (given) =>
                send({ act: "restore", displayed: said(given, "displayed") }, t("console.did_restore")),
              [
                amount("displayed", t("console.displayed"), {
                  pattern: "[0-9]+([.][0-9]+)?( [0-9]+/[0-9]+)?",
                  made: beginning(now.sign.displayed),
                }),
                h("button", { key: "go", disabled: desk.busy }, t("console.restore")),
              ],
            )
        : form(
            "fail",
            (given) => send({ act: "fail", reason: said(given, "reason") }, t("console.did_fail")),
            [
              h("p", { key: "will", class: "muted" }, t("console.fail_text")),
              text("reason", t("console.reason")),
              h("button", { key: "go", class: "quiet", disabled: desk.busy }, t("console.fail")),
            ],
          ),
    );

  return {
    refresh,
    draw: () => [
      h("h2", { key: "title" }, t("console.claims")),
      !name() && h("p", { key: "none", class: "muted" }, t("console.no_link")),
      name() && !may("verify_claim") && h("p", { key: "who" }, t("console.claims_who")),
      link && [
        h(
          "p",
          { key: "shows" },
          h("span", { translate: "no" }, link.sign.link),
          " · ",
          h("strong", { class: "gold", translate: "no" }, money(link.sign.displayed)),
          link.sign.suspended && [" · ", t("sign.suspended")],
        ),
        !link.claims.length && h("p", { key: "empty", class: "muted" }, t("console.no_claims")),
        link.claims.map(one),
        order(link),
        failure(link),
      ],
    ],
  };
}

/** The second person at this screen; left empty, he approves elsewhere. */
export function optionalSecond() {
  return h(
    "fieldset",
    { key: "second", class: "signature" },
    h("legend", null, t("console.second_or_later")),
    text("sign_name", t("session.name"), { required: false, maxlength: 64 }),
    text("sign_secret", t("session.password"), { type: "password", required: false, maxlength: 128 }),
  );
}

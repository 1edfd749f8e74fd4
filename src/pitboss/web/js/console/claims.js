/** Jackpot wins on their way from detection to the filed slip, step by step. */

import { read } from "../api.js";
import { h } from "../dom.js";
import { money } from "../money.js";
import { may } from "../session.js";
import { handName, t } from "../words.js";
import { steps } from "./claim-steps.js";
import { faultOf } from "./desk.js";
import { form, optionalSecond, said, signed, text } from "./fields.js";
import { failure, order } from "./link-acts.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./desk.js").Panel} Panel */
/** @typedef {import("../answers").LinkNow} LinkNow */
/** @typedef {import("../answers").ClaimNow} ClaimNow */

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
      steps(claim, desk, send),
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
        order(link, desk, send),
        failure(link, desk, send),
      ],
    ],
  };
}

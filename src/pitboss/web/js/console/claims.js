/** Jackpot wins on their way from detection to the filed slip, step by step. */

import { entered } from "../page.js";
import { sentence } from "../sentence.js";
import { h } from "../dom.js";
import { money } from "../money.js";
import { may } from "../session.js";
import { handName, t } from "../words.js";
import { hand } from "./board.js";
import { steps } from "./claim-steps.js";
import { Panel, PANEL } from "./desk.js";
import { form, optionalSecond, signed, submit, text } from "./fields.js";
import { failure, order } from "./link-acts.js";

/** @typedef {import("../answers").LinkNow} LinkNow */
/** @typedef {import("../answers").ClaimNow} ClaimNow */

export class Claims extends Panel {
  /** @type {LinkNow | null} */
  link = null;

  get name() {
    return this.desk.table?.link ?? "";
  }

  get path() {
    return `/api/links/${encodeURIComponent(this.name)}`;
  }

  async refresh() {
    if (!this.name || !may("verify_claim")) return;
    this.link = await this.read(this.path);
    this.desk.changed();
  }

  draw() {
    const { link, desk, name } = this;
    /** @type {import("./claim-steps.js").Send} */
    const send = (act, done, given) => this.send(act, done, given);
    return [
      h("h2", { key: "title" }, t("console.claims")),
      !name && h("p", { key: "none", class: "muted" }, t("console.no_link")),
      name && !may("verify_claim") && h("p", { key: "who" }, t("console.claims_who")),
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
        link.claims.map((claim) => this.claim(claim, send)),
        order(link, desk, send),
        failure(link, desk, send),
      ],
    ];
  }

  /** @param {object} act @param {string} done @param {FormData} [given] */
  async send(act, done, given) {
    const confirm = given ? signed(given) : null;
    this.desk.place ||= PANEL;
    const ok = await this.desk.send(`${this.path}/acts`, { act, ...(confirm && { confirm }) }, done);
    await this.refresh();
    return ok;
  }

  /** @param {ClaimNow} claim @param {FormData} given */
  async deny(claim, given) {
    const second = signed(given);
    const act = { act: "deny_claim", link: this.name, claim: claim.id };
    const body = { act, reason: entered(given, "reason"), ...(second && { second }) };
    const done = second ? t("console.did_deny") : t("console.did_propose");
    const ok = await this.desk.send("/api/proposals", body, done);
    await this.refresh();
    return ok;
  }

  /** @param {ClaimNow} claim @param {import("./claim-steps.js").Send} send */
  claim(claim, send) {
    return h(
      "article",
      { key: claim.id, class: "claim" },
      h(
        "header",
        null,
        h("h3", null, handName(claim.hand) ?? sentence(claim.hand)),
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
      this.cards(claim),
      steps(claim, this.desk, send),
      claim.slip === null && may("deny_claim") && this.denial(claim),
    );
  }

  /** The winning hand, where it lies at this table: who verifies it sees it. @param {ClaimNow} claim */
  cards(claim) {
    const { desk } = this;
    const here = claim.table === desk.id && claim.round === String(desk.table?.round?.number);
    const round = desk.table?.round;
    const community = round?.community ?? [];
    return here && [hand(desk.box(claim.box)?.cards ?? []), community.length > 0 && hand(community)];
  }

  /** @param {ClaimNow} claim */
  denial(claim) {
    return h(
      "details",
      { key: "deny", class: "others" },
      h("summary", null, t("console.deny")),
      h("p", { class: "muted" }, t("console.deny_text")),
      form(this.desk, `deny ${claim.id}`, (given) => this.deny(claim, given), [
        text("reason", t("console.reason")),
        optionalSecond(),
        submit(this.desk, "deny", t("console.deny"), "danger"),
      ]),
    );
  }
}

/** What waits for a second person: read, approve, reject, withdraw. */

import { entered } from "../page.js";
import { h } from "../dom.js";
import { Impacts } from "../impact.js";
import { nameOf, pathOf } from "../proposals.js";
import { session } from "../session.js";
import { sentence } from "../sentence.js";
import { t, term } from "../words.js";
import { Panel, PANEL } from "./desk.js";
import { form, submit, text } from "./fields.js";

/** @typedef {import("../answers").ProposalNow} ProposalNow */

export class Proposals extends Panel {
  /** @type {ProposalNow[]} */
  waiting = [];
  impacts = new Impacts(() => this.desk.changed());

  async refresh() {
    this.waiting = (await this.read("/api/proposals?waiting=true")) ?? [];
    this.desk.changed();
  }

  draw() {
    return [
      h("h2", { key: "title" }, t("console.proposals")),
      this.waiting.length
        ? this.waiting.map((one) => this.proposal(one))
        : h("p", { key: "none", class: "muted" }, t("console.no_proposals")),
    ];
  }

  /** @param {ProposalNow} one @param {"approve" | "reject" | "withdraw"} way @param {object} body @param {string} done */
  async answer(one, way, body, done) {
    this.desk.place ||= PANEL;
    const ok = await this.desk.send(pathOf(one, way), body, done);
    await this.refresh();
    return ok;
  }

  /** @param {ProposalNow} one */
  proposal(one) {
    const me = session();
    const mine = one.by.name === me?.name;
    const able = !mine && one.may_approve.some((role) => me?.roles.includes(role));
    return h(
      "article",
      { key: one.id, class: "proposal" },
      h("h3", { translate: "no" }, nameOf(one.subject)),
      h(
        "ul",
        { class: "follows" },
        one.says.map((words, place) => sentence(words, { key: place, reason: one.reasons[place] }, "li")),
      ),
      h(
        "p",
        { class: "muted" },
        t("console.proposed_by"),
        " ",
        h("span", { translate: "no" }, one.by.name),
        " · ",
        term("role", one.by.role),
        " · ",
        h("span", { translate: "no" }, one.reason),
      ),
      h("p", { class: "muted digest", translate: "no" }, one.digest),
      this.impacts.draw(one),
      able && this.approval(one),
      (able || mine) && this.refusal(one, mine),
      !able &&
        h(
          "p",
          { key: "who", class: "muted" },
          t("console.may_approve"),
          " ",
          one.may_approve.map((role) => term("role", role)).join(", "),
        ),
    );
  }

  /** @param {ProposalNow} one */
  approval(one) {
    const onclick = () => void this.answer(one, "approve", { digest: one.digest }, t("console.did_approve"));
    const { busy } = this.desk;
    return h(
      "p",
      { key: "approve", class: "form-go" },
      h("button", { type: "button", "data-do": "approve", disabled: busy, onclick }, t("console.approve")),
    );
  }

  /** A proposal is taken back by its author, and rejected by others. @param {ProposalNow} one @param {boolean} mine */
  refusal(one, mine) {
    const way = mine ? "withdraw" : "reject";
    const done = mine ? t("console.did_withdraw") : t("console.did_reject");
    return form(
      this.desk,
      `no ${one.id}`,
      (given) => this.answer(one, way, { reason: entered(given, "reason") }, done),
      [
        text("reason", t("console.reason")),
        submit(this.desk, way, mine ? t("console.take_back") : t("console.reject"), "quiet"),
      ],
      { class: "console-form inline" },
    );
  }
}

/** What waits for a second person: read, approve, reject, withdraw. */

import { read } from "../api.js";
import { h } from "../dom.js";
import { session } from "../session.js";
import { t, term } from "../words.js";
import { faultOf } from "./desk.js";
import { form, said, text } from "./fields.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./desk.js").Panel} Panel */
/** @typedef {import("../answers").ProposalNow} ProposalNow */

/** @param {Desk} desk @returns {Panel} */
export function proposals(desk) {
  /** @type {ProposalNow[]} */
  let waiting = [];

  async function refresh() {
    waiting = await read("/api/proposals?waiting=true").catch((error) => {
      desk.fault = faultOf(error);
      return [];
    });
    desk.changed();
  }

  /** @param {ProposalNow} one @param {string} way @param {object} body @param {string} done */
  async function answer(one, way, body, done) {
    const [kind, name] = one.subject.split("/");
    const path = `/api/proposals/${encodeURIComponent(kind)}/${encodeURIComponent(name)}/${one.number}/${way}`;
    const ok = await desk.send(path, body, done);
    await refresh();
    return ok;
  }

  /** @param {ProposalNow} one */
  const draw = (one) => {
    const me = session();
    const mine = one.by.name === me?.name;
    const able = !mine && one.may_approve.some((role) => me?.roles.includes(role));
    return h(
      "article",
      { key: one.id, class: "proposal" },
      h("h3", { translate: "no" }, one.subject),
      h(
        "ul",
        { class: "follows" },
        one.says.map((words, place) => h("li", { key: place, lang: "en" }, words)),
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
        h("span", { lang: "en" }, one.reason),
      ),
      h("p", { class: "muted digest", translate: "no" }, one.digest),
      able &&
        h(
          "p",
          { key: "approve", class: "form-go" },
          h(
            "button",
            {
              type: "button",
              "data-do": "approve",
              disabled: desk.busy,
              onclick: () => void answer(one, "approve", { digest: one.digest }, t("console.did_approve")),
            },
            t("console.approve"),
          ),
        ),
      (able || mine) &&
        form(
          "no",
          (given) =>
            answer(
              one,
              mine ? "withdraw" : "reject",
              { reason: said(given, "reason") },
              mine ? t("console.did_withdraw") : t("console.did_reject"),
            ),
          [
            text("reason", t("console.reason")),
            h(
              "button",
              { key: "go", class: "quiet", disabled: desk.busy },
              mine ? t("console.take_back") : t("console.reject"),
            ),
          ],
          { class: "console-form inline" },
        ),
      !able &&
        h(
          "p",
          { key: "who", class: "muted" },
          t("console.may_approve"),
          " ",
          one.may_approve.map((role) => term("role", role)).join(", "),
        ),
    );
  };

  return {
    refresh,
    draw: () => [
      h("h2", { key: "title" }, t("console.proposals")),
      waiting.length ? waiting.map(draw) : h("p", { key: "none", class: "muted" }, t("console.no_proposals")),
    ],
  };
}

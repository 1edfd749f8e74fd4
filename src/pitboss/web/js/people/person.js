/** One account: how it stands, what happened to it, and what can be done about it by one person or by two. */

import { entered } from "../page.js";
import { sentence } from "../sentence.js";
import { h } from "../dom.js";
import { may, session } from "../session.js";
import { t, term } from "../words.js";
import { folded, form, pick, reason, text } from "./forms.js";
import { sessionList } from "./own-account.js";
import { playOf } from "./player-play.js";
import { means, rolesOf, standing, when } from "./labels.js";

/** @typedef {import("../answers").PersonNow} PersonNow */
/** @typedef {import("../answers").AccountNow} AccountNow */
/** @typedef {import("./actions.js").PeopleActions} PeopleActions */

const STAFF = [
  "dealer",
  "pit_supervisor",
  "pit_manager",
  "shift_manager",
  "accounting",
  "surveillance",
  "regulator",
  "administrator",
];
/** What a device may be given. */
const SCOPES = ["watch_table", "send_cards", "read_reports", "read_audit", "read_metrics"];

/** @param {PersonNow} person @param {PeopleActions} actions @param {import("../answers").PlayerPlayNow | null} [play] of a player */
export function person({ account, sessions, happened }, actions, play = null) {
  const [state, tone] = standing(account);
  return h(
    "section",
    { key: `person ${account.name}`, class: "people-part people-person", "aria-labelledby": "people-person" },
    h(
      "header",
      null,
      h("h2", { id: "people-person", translate: "no", tabindex: -1 }, account.name),
      h("button", { type: "button", class: "quiet", onclick: () => actions.show(null) }, t("people.close")),
    ),
    h(
      "dl",
      { class: "people-facts" },
      fact(t("people.kind"), term("account", account.kind)),
      fact(t("people.roles"), rolesOf(account.roles)),
      fact(t("people.state"), h("span", { class: tone }, state)),
      fact(t("people.signs_in_by"), account.signs_in_by.map(means).join(", ") || t("people.nothing")),
      account.deals_at && fact(t("people.deals_at"), h("span", { translate: "no" }, account.deals_at)),
    ),
    may("manage_people") && !account.disabled && acts(account, actions),
    account.tokens.length > 0 && tokens(account, actions),
    play && playOf(play, actions),
    h("h3", { key: "sessions" }, t("people.sessions")),
    sessionList(sessions),
    h("h3", { key: "happened", id: "people-happened" }, t("people.happened")),
    events(happened),
  );
}

/** What happened to an account, the newest first. @param {PersonNow["happened"]} happened */
function events(happened) {
  return h(
    "ol",
    {
      key: "events",
      class: "people-happened",
      reversed: true,
      tabindex: 0,
      "aria-labelledby": "people-happened",
    },
    [...happened]
      .reverse()
      .map((event) =>
        h(
          "li",
          { key: event.version },
          h("time", { translate: "no", datetime: event.at }, when(event.at)),
          sentence(event.what, { reason: event.said }),
          h(
            "small",
            null,
            event.by && [
              t("people.by"),
              " ",
              h("span", { key: "by", translate: "no" }, [event.by, event.second].filter(Boolean).join(", ")),
            ],
            event.reason &&
              h("span", { key: "why", translate: "no" }, event.by ? ` · ${event.reason}` : event.reason),
          ),
        ),
      ),
  );
}

/** @param {string} title @param {import("../dom.js").Kids} value */
function fact(title, value) {
  return h("div", { key: title }, h("dt", null, title), h("dd", null, value));
}

/** @param {AccountNow} account @param {PeopleActions} actions */
function acts(account, actions) {
  const own = account.name === session()?.name;
  if (own) return h("p", { key: "own", class: "muted" }, t("people.not_own"));
  const free = STAFF.filter((role) => !account.roles.includes(role));
  /** @param {string} key @param {string} title @param {object} act @param {string} words @param {boolean} [danger] */
  const one = (key, title, act, words, danger) =>
    folded(key, title, reason(), (given) => actions.act(act, entered(given, "reason")), {
      text: words,
      danger,
    });
  return h(
    "div",
    { key: "acts", class: "people-forms" },
    account.locked
      ? one("unlock", t("people.unlock"), { act: "unlock" }, t("people.unlock_text"))
      : one("lock", t("people.lock"), { act: "lock" }, t("people.lock_text")),
    account.kind === "staff" &&
      may("grant_role") &&
      roleForm("grant", t("people.grant"), free, t("people.grant_text"), (role, why) =>
        actions.propose({ act: "grant_role", name: account.name, role }, why),
      ),
    account.kind === "staff" &&
      account.roles.length > 0 &&
      roleForm("revoke", t("people.revoke"), account.roles, t("people.revoke_text"), (role, why) =>
        actions.act({ act: "revoke_role", role }, why),
      ),
    account.kind === "staff" &&
      may("enrol") &&
      folded(
        "enrol-staff",
        t("people.open_enrolment"),
        reason(),
        (given) => actions.propose({ act: "enrol", name: account.name }, entered(given, "reason")),
        { text: t("people.open_enrolment_text") },
      ),
    account.kind === "player" &&
      one("enrol-player", t("people.open_enrolment"), { act: "enrol" }, t("people.enrol_player_text")),
    account.kind === "machine" && may("issue_token") && token(account, actions),
    one("disable", t("people.disable"), { act: "disable" }, t("people.disable_text"), true),
  );
}

/** @param {string} key @param {string} title @param {readonly string[]} roles @param {string} words @param {(role: string, why: string) => Promise<boolean>} done */
function roleForm(key, title, roles, words, done) {
  const choices = roles.map((role) => /** @type {[string, string]} */ ([role, term("role", role)]));
  return folded(
    key,
    title,
    [pick("role", t("people.role"), choices), reason()],
    (given) => done(entered(given, "role"), entered(given, "reason")),
    { text: words },
  );
}

/** @param {AccountNow} account @param {PeopleActions} actions */
function token(account, actions) {
  return folded(
    "token",
    t("people.issue"),
    [
      text("token", t("people.token"), { maxlength: 40 }),
      pick(
        "scope",
        t("people.scope"),
        SCOPES.map((scope) => [scope, term("scope", scope)]),
      ),
      text("table", t("people.token_table"), { required: false, maxlength: 40 }),
      text("days", t("people.days"), { type: "number", min: 1, max: 366 }),
      reason(),
    ],
    (given) =>
      actions.propose(
        {
          act: "issue_token",
          name: account.name,
          token: entered(given, "token"),
          scopes: [entered(given, "scope")],
          days: Number(entered(given, "days")),
          ...(entered(given, "table") && { table: entered(given, "table") }),
        },
        entered(given, "reason"),
      ),
    { text: t("people.issue_text") },
  );
}

/** @param {AccountNow} account @param {PeopleActions} actions */
function tokens(account, actions) {
  return [
    h("h3", { key: "tokens" }, t("people.tokens")),
    h(
      "ul",
      { key: "token list", class: "people-list" },
      account.tokens.map((each) =>
        h(
          "li",
          { key: each.name },
          h("strong", { translate: "no" }, each.name),
          " ",
          each.scopes.map((scope) => term("scope", scope)).join(", "),
          " ",
          each.table && [
            t("people.at_table"),
            " ",
            h("span", { key: "at", translate: "no" }, each.table),
            " ",
          ],
          h(
            "span",
            { class: "muted" },
            t("people.until"),
            " ",
            h("span", { translate: "no" }, when(each.expires)),
          ),
          may("manage_people") &&
            form(`revoke ${each.name}`, t("people.revoke_token"), reason(), (given) =>
              actions.act({ act: "revoke_token", token: each.name }, entered(given, "reason")),
            ),
        ),
      ),
    ),
  ];
}

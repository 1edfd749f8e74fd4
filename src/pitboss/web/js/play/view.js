/** The page of the reader's own play: session and gaming day, limits, break and reality check. */

import { h } from "../dom.js";
import { cents, money } from "../money.js";
import { faultLine, tableHead } from "../page.js";
import { when } from "../people/labels.js";
import { t } from "../words.js";
import { duration, result } from "./figures.js";
import { breakForm, checkForm, limitForms, limitList } from "./limit-forms.js";

/** @typedef {import("../answers").PlaySumsNow} PlaySumsNow */
/** @typedef {import("./watch.js").PlayNow} PlayNow */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./actions.js").PlayActions} PlayActions */

/** @param {State} state @param {PlayActions} actions */
export function view({ play, fault, notice }, actions) {
  return h(
    "div",
    { class: "reports people my-play" },
    h("header", { class: "report-head" }, h("h1", null, t("play.title"))),
    h("p", { key: "why", class: "muted" }, t("play.text")),
    faultLine(fault),
    h("p", { key: "notice", class: "people-notice", role: "status" }, notice),
    play && [
      play.break_until && onBreak(play.break_until),
      play.check.due && due(play, actions),
      h("div", { key: "sums", class: "play-both" }, session(play), day(play)),
      limits(play, actions),
    ],
  );
}

/** @param {string} until */
function onBreak(until) {
  return h(
    "p",
    { key: "break", class: "play-break", role: "note" },
    t("play.on_break", { until: when(until) }),
  );
}

/** A check that was left unanswered. @param {PlayNow} play @param {PlayActions} actions */
function due({ check }, actions) {
  return h(
    "section",
    { key: "due", class: "people-part play-due", "aria-labelledby": "play-due" },
    h("h2", { id: "play-due" }, t("play.check_title")),
    h("p", null, t("play.check_waits", { every: duration(check.every) })),
    h(
      "button",
      { type: "button", "data-act": "play-on", onclick: () => void actions.goOn() },
      t("play.go_on"),
    ),
  );
}

/** @param {PlayNow} play */
export function session({ session: now }) {
  return part(
    "play-session",
    t("play.session"),
    now
      ? [facts(now, [t("play.since"), when(now.began)]), now.tables.length > 0 && byTable(now.tables)]
      : h("p", { key: "none", class: "muted" }, t("play.no_session")),
    t("play.session_text"),
  );
}

/** @param {PlayNow} play */
export function day({ day: date, today, paid_in: paid }) {
  return part(
    "play-day",
    `${t("play.day")} ${date}`,
    facts(today, [t("play.paid_in"), money(paid)]),
    t("play.day_text"),
  );
}

/** @param {string} id @param {string} title @param {import("../dom.js").Kids} kids @param {string} words */
function part(id, title, kids, words) {
  return h(
    "section",
    { key: id, class: "people-part people-person", "aria-labelledby": id },
    h("h2", { id }, title),
    kids,
    h("p", { key: "words", class: "muted play-words" }, words),
  );
}

/** @param {PlaySumsNow} sums @param {[string, string]} more */
function facts(sums, more) {
  return h(
    "dl",
    { key: "facts", class: "play-facts" },
    fact(t("play.result"), result(sums.net)),
    fact(t("play.time"), duration(sums.minutes)),
    fact(t("play.rounds"), sums.rounds),
    fact(t("play.staked"), money(sums.staked)),
    cents(sums.at_risk) > 0n && fact(t("play.at_risk"), money(sums.at_risk)),
    fact(...more),
  );
}

/** @param {string} title @param {import("../dom.js").Kids} value */
function fact(title, value) {
  return h("div", { key: title }, h("dt", null, title), h("dd", { translate: "no" }, value));
}

/** @param {readonly import("../answers").TablePlayNow[]} tables */
function byTable(tables) {
  return h(
    "div",
    { key: "tables", class: "grid-scroll", tabindex: 0, role: "group", "aria-label": t("play.by_table") },
    h(
      "table",
      { class: "grid" },
      tableHead([t("play.table"), t("play.result"), t("play.time"), t("play.rounds")]),
      h(
        "tbody",
        null,
        tables.map((one) =>
          h(
            "tr",
            { key: one.table },
            h("td", { translate: "no" }, one.table),
            h("td", null, result(one.net)),
            h("td", null, duration(one.minutes)),
            h("td", null, one.rounds),
          ),
        ),
      ),
    ),
  );
}

/** @param {PlayNow} play @param {PlayActions} actions */
function limits(play, actions) {
  return h(
    "section",
    { key: "limits", class: "people-part", "aria-labelledby": "play-limits" },
    h("h2", { id: "play-limits" }, t("play.limits")),
    h("p", { class: "muted" }, t("play.limits_text")),
    limitList(play.limits),
    h(
      "div",
      { class: "people-forms" },
      limitForms(play.limits, (limit, value) => actions.limit(limit, value)),
      breakForm((days) => actions.rest(days)),
      checkForm(play.check.every, (minutes) => actions.every(minutes)),
    ),
  );
}

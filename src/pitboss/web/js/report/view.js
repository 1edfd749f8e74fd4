/** The page of reports: the day that is chosen, its reconciliation, and what stands now. */

import { h } from "../dom.js";
import { faultLine, valueOf } from "../page.js";
import { may } from "../session.js";
import { t } from "../words.js";
import { closing, signOff } from "./closing.js";
import { agreement, contributions, links, tableMoney, tables } from "./day.js";
import { givenBack } from "./given-back.js";
import { isRunning } from "./job.js";
import { hits, liability, ratings } from "./standing.js";
import { trend } from "./trend.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./actions.js").ReportActions} ReportActions */

/** @param {State} state @param {ReportActions} actions */
export function view(state, actions) {
  const { day, owed, paid, rated } = state;
  const close = closable(state)
    ? (/** @type {string} */ reason, /** @type {import("./closing.js").Second | null} */ second) =>
        void actions.closeDay(reason, second)
    : null;
  const sign = signable(state)
    ? (/** @type {import("./closing.js").SecondSigns} */ second) => void actions.signOff(second)
    : null;
  return h(
    "div",
    { class: "reports" },
    head(state, actions),
    faultLine(state.fault),
    progress(state, actions),
    state.trend && trend(state.trend, state.since, state.chosen),
    day && [agreement(day), closing(day, close, state.chosen === state.days?.today), signOff(day, sign)],
    day && day.entries > 0 && [tables(day), givenBack(day), tableMoney(day), links(day), contributions(day)],
    rated && ratings(rated),
    owed && liability(owed),
    paid && hits(paid, (table) => state.tables.find((each) => each.id === table)?.sheet ?? ""),
  );
}

/** @param {State} state @param {ReportActions} actions */
function head({ days, day, chosen, since }, actions) {
  return h(
    "header",
    { class: "report-head" },
    h("h1", null, t("report.title")),
    h(
      "label",
      null,
      h("span", null, t("report.day")),
      h("input", {
        type: "date",
        name: "day",
        required: true,
        value: chosen,
        min: days?.first ?? undefined,
        max: days?.today,
        onchange: (/** @type {Event} */ event) => actions.choose(valueOf(event)),
      }),
    ),
    h(
      "label",
      null,
      h("span", null, t("report.since")),
      h("input", {
        type: "date",
        name: "since",
        value: since,
        min: days?.first ?? undefined,
        max: chosen,
        onchange: (/** @type {Event} */ event) => actions.reach(valueOf(event)),
      }),
    ),
    day && [
      take("rows", t("report.all_csv"), () => actions.takeAll()),
      take("parquet", h("span", { translate: "no" }, "Parquet"), () => actions.takeFile("parquet")),
      take("pdf", h("span", { translate: "no" }, "PDF"), () => actions.takeFile("pdf")),
    ],
  );
}

/** @param {string} key @param {import("../dom.js").Kids} words @param {() => Promise<void>} press */
function take(key, words, press) {
  return h("button", { key, type: "button", class: "quiet", onclick: () => void press() }, words);
}

/** Whether somebody who may is looking at a day that is over and not closed. @param {State} state */
function closable({ days, chosen }) {
  return may("close_day") && days !== null && chosen < days.today && chosen > (days.closed ?? "");
}

/** Whether somebody who may is looking at a closed day that waits for its sign-off. @param {State} state */
function signable({ days, chosen }) {
  return may("sign_off_day") && days !== null && days.unsigned.includes(chosen);
}

/** @param {State} state @param {ReportActions} actions */
function progress({ job }, actions) {
  if (!isRunning(job)) return null;
  return h(
    "p",
    { key: "progress", class: "report-progress", role: "status" },
    t("report.reconciling"),
    " ",
    h("progress", { max: job.of || 1, value: job.done, "aria-label": t("report.reconciling") }),
    " ",
    take("cancel", t("audit.cancel"), () => actions.cancel()),
  );
}

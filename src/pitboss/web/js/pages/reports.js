/** Reports: a gaming day reconciled with its alarms first, what links owe, what was paid, tables' money, ratings. */

import { command, read, Refused } from "../api.js";
import { asCsv } from "../csv.js";
import { h, render } from "../dom.js";
import { allowed } from "../gate.js";
import { agreement, closing, contributions, links, tables } from "../report/day.js";
import { download } from "../report/grid.js";
import { finished } from "../report/job.js";
import { hits, liability, ratings, tableMoney } from "../report/standing.js";
import { may } from "../session.js";
import { t } from "../words.js";

/** @typedef {import("../answers").JobNow} JobNow */
/** @typedef {import("../answers").TableNow} TableNow */

export const css = ["reports.css"];

/** @param {HTMLElement} root */
export function open(root) {
  if (!allowed(root, t("report.title"), "read_reports")) return;
  /** @type {import("../answers").DaysHeld | null} */
  let days = null;
  let chosen = new URLSearchParams(location.search).get("day") ?? "";
  /** @type {import("../report/day.js").Day | null} */
  let day = null;
  /** @type {JobNow | null} */
  let job = null;
  /** @type {import("../answers").LiabilityNow[] | null} */
  let owed = null;
  /** @type {import("../answers").HitNow[] | null} */
  let paid = null;
  /** @type {import("../answers").MoneyNow[] | null} */
  let money = null;
  /** @type {import("../answers").RatingNow[] | null} */
  let rated = null;
  /** @type {TableNow[]} */
  let floor = [];
  let fault = "";
  let over = false;
  let asked = 0;

  function draw() {
    if (over) return;
    render(
      root,
      h(
        "div",
        { class: "reports" },
        h(
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
              onchange: (/** @type {Event} */ event) =>
                choose(/** @type {HTMLInputElement} */ (event.target).value),
            }),
          ),
          day &&
            h(
              "button",
              { key: "rows", type: "button", class: "quiet", onclick: () => void takeAll() },
              t("report.all_csv"),
            ),
        ),
        h("p", { key: "fault", class: "fault", role: "alert" }, fault && h("span", { lang: "en" }, fault)),
        progress(),
        day && [agreement(day), closing(day, closable() ? (reason) => void close(reason) : null)],
        day && day.entries > 0 && [tables(day), links(day), contributions(day)],
        owed && liability(owed),
        paid && hits(paid, (table) => floor.find((each) => each.id === table)?.sheet ?? ""),
        money && tableMoney(money),
        rated && ratings(rated),
      ),
    );
  }

  /** Whether somebody who may is looking at a day that is over and not closed. */
  function closable() {
    return may("close_day") && days !== null && chosen < days.today && chosen > (days.closed ?? "");
  }

  /** @param {string} reason */
  async function close(reason) {
    await trying(async () => {
      const done = await finished(
        await command("/api/reports/day/close", { day: chosen, reason }),
        (now) => {
          job = now;
          draw();
        },
        () => over,
      );
      if (done?.code) throw new Refused(409, done.code, done.message);
      days = await read("/api/reports/days");
    });
    // What the fault says stays until the day is chosen again.
    if (fault) draw();
    else await reconcile();
  }

  function progress() {
    if (!job || (job.state !== "waiting" && job.state !== "counting")) return null;
    return h(
      "p",
      { key: "progress", class: "report-progress", role: "status" },
      t("report.reconciling"),
      " ",
      h("progress", { max: job.of || 1, value: job.done, "aria-label": t("report.reconciling") }),
    );
  }

  /** @param {string} wanted */
  function choose(wanted) {
    if (!wanted) return;
    chosen = wanted;
    history.replaceState(null, "", `/reports?day=${encodeURIComponent(wanted)}`);
    void reconcile();
  }

  async function reconcile() {
    const turn = ++asked;
    const stale = () => over || turn !== asked;
    day = null;
    rated = null;
    draw();
    const date = encodeURIComponent(chosen);
    await trying(async () => {
      const found = await finished(
        await read(`/api/reports/day?date=${date}`),
        (now) => {
          if (stale()) return;
          job = now;
          draw();
        },
        stale,
      );
      if (stale()) return;
      day = found;
      draw();
      const each = await Promise.all(
        floor.map((table) => read(`/api/tables/${encodeURIComponent(table.id)}/ratings?day=${date}`)),
      );
      if (!stale()) rated = each.flat();
    });
    if (!stale()) draw();
  }

  /** Every figure of the day, as `pitboss reconcile --csv` writes it. */
  async function takeAll() {
    await trying(async () => {
      const rows = await finished(
        await read(`/api/reports/day/rows?date=${encodeURIComponent(chosen)}`),
        () => {},
        () => over,
      );
      if (rows) download(`${chosen}.csv`, asCsv(rows));
    });
    draw();
  }

  async function standing() {
    await trying(async () => {
      [owed, paid, money] = await Promise.all([
        read("/api/reports/liability"),
        read("/api/reports/hits"),
        Promise.all(floor.map((table) => read(`/api/tables/${encodeURIComponent(table.id)}/money`))),
      ]);
    });
    draw();
  }

  /** @param {() => Promise<void>} what */
  async function trying(what) {
    try {
      fault = "";
      await what();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      fault = error.message || t("fault.no_answer");
    }
  }

  draw();
  void trying(async () => {
    [days, floor] = await Promise.all([read("/api/reports/days"), read("/api/tables")]);
    chosen ||= days?.today ?? "";
  }).then(() => Promise.all([reconcile(), standing()]));
  return () => {
    over = true;
  };
}

/** A gaming day reconciled: what does not agree first, then every table and link. */

import { h } from "../dom.js";
import { t } from "../words.js";
import { exact, plus, same } from "./exact.js";
import { grid } from "./grid.js";

/** @typedef {import("./exact.js").Exact} Exact */
/** @typedef {number | string} Cents */
/**
 * @typedef {object} Figures as docs/reconcile.md has them
 * @property {number} rounds
 * @property {number} void_rounds
 * @property {Record<string, number>} wagers
 * @property {Record<string, number>} win
 * @property {number} link_pays
 * @property {number} adjustments
 * @property {number} rulings
 * @property {number} corrections
 * @property {number} jackpot_wagers_in
 * @property {number} jackpot_wagers_returned
 * @property {Cents} contributions
 * @property {Cents} reserve_shares
 * @property {Cents} shares_taken_back
 * @property {number} fixed_jackpot_pays
 * @property {number} envy_pays
 */
/** @typedef {{name: string, shifts: Record<string, Figures>, total: Figures}} TableDay */
/** @typedef {{pool: Cents, display: Cents, reserve: Cents, overflow: Cents}} Holding */
/**
 * @typedef {object} LinkDay
 * @property {string} name
 * @property {Holding} opening
 * @property {Holding} closing
 * @property {Record<string, Cents>} meters
 * @property {Cents} expected_closing_pool
 * @property {Cents} liability
 */
/** @typedef {{where: string, why: string, counted: boolean}} Alarm */
/** @typedef {{by: string, at: number, reason: string}} Closing who closed the day, and when in microseconds */
/** @typedef {{day: string, agrees: boolean, first: number, last: number, entries: number, tables: TableDay[], links: LinkDay[], alarms: Alarm[], closed: Closing | null}} Day */
/** @typedef {{table: string, shift: string, figures: Figures}} ShiftRow */

/** Alarms, or that there is none. @param {Day} day */
export function agreement(day) {
  if (!day.entries) return h("p", { key: "agrees", class: "muted" }, t("report.no_entries"));
  const facts = h(
    "p",
    { key: "facts", class: "muted" },
    t("report.entries", { entries: day.entries, first: day.first, last: day.last }),
  );
  if (day.agrees)
    return [h("p", { key: "agrees", class: "report-agrees win" }, "✓ ", t("report.agrees")), facts];
  return [
    h(
      "section",
      { key: "alarms", class: "report-alarms", role: "alert" },
      h("h2", null, t("report.alarms", { alarms: day.alarms.length })),
      h(
        "ul",
        null,
        day.alarms.map((alarm) =>
          h(
            "li",
            { key: `${alarm.where} ${alarm.why}` },
            h("strong", { translate: "no" }, alarm.where),
            " ",
            h("span", { lang: "en" }, alarm.why),
          ),
        ),
      ),
    ),
    facts,
  ];
}

/**
 * Who closed the day; or, for accounting, the means to: where counted chips alone differ, with a reason.
 *
 * @param {Day} day
 * @param {((reason: string) => void) | null} close
 */
export function closing(day, close) {
  if (day.closed) {
    const when = new Date(day.closed.at / 1000).toLocaleString([], {
      dateStyle: "medium",
      timeStyle: "short",
    });
    return h(
      "p",
      { key: "closed", class: "report-closed" },
      t("report.closed_by", { name: day.closed.by, when }),
      day.closed.reason && h("span", { lang: "en" }, " ", day.closed.reason),
    );
  }
  if (!close || !day.entries) return null;
  if (day.alarms.some((alarm) => !alarm.counted))
    return h("p", { key: "close", class: "muted" }, t("report.cannot_close"));
  return h(
    "form",
    {
      key: "close",
      class: "report-close",
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const given = new FormData(/** @type {HTMLFormElement} */ (event.target)).get("reason");
        close(String(given ?? ""));
      },
    },
    day.alarms.length > 0 &&
      h(
        "label",
        null,
        h("span", null, t("report.close_reason")),
        h("input", { name: "reason", required: true, maxlength: 400 }),
      ),
    h("button", { type: "submit" }, t("report.close_day")),
  );
}

/** @param {Record<string, number>} byBet */
function all(byBet) {
  return Object.values(byBet).reduce((sum, cents) => plus(sum, exact(cents)), exact(0));
}

/** @param {Day} day */
export function tables(day) {
  /** @type {ShiftRow[]} */
  const rows = day.tables.flatMap(({ name, shifts }) =>
    Object.entries(shifts).map(([shift, figures]) => ({ table: name, shift, figures })),
  );
  return grid({
    key: `tables-${day.day}`,
    title: t("report.tables"),
    none: t("report.no_tables"),
    rows,
    columns: [
      { name: "table", title: t("report.table"), kind: "text", value: (row) => row.table },
      { name: "shift", title: t("report.shift"), kind: "text", value: (row) => row.shift },
      {
        name: "rounds",
        title: t("report.rounds"),
        kind: "count",
        sum: true,
        value: (row) => row.figures.rounds,
      },
      {
        name: "void_rounds",
        title: t("report.void"),
        kind: "count",
        sum: true,
        value: (row) => row.figures.void_rounds,
      },
      {
        name: "wagers",
        title: t("report.wagers"),
        kind: "money",
        sum: true,
        value: (row) => all(row.figures.wagers),
      },
      { name: "win", title: t("report.win"), kind: "money", sum: true, value: (row) => all(row.figures.win) },
      {
        name: "link_pays",
        title: t("report.link_pays"),
        kind: "money",
        sum: true,
        value: (row) => row.figures.link_pays,
      },
      {
        name: "adjustments",
        title: t("report.adjustments"),
        kind: "money",
        sum: true,
        value: (row) => row.figures.adjustments,
      },
      {
        name: "rulings",
        title: t("report.rulings"),
        kind: "count",
        sum: true,
        value: (row) => row.figures.rulings,
      },
      {
        name: "corrections",
        title: t("report.corrections"),
        kind: "count",
        sum: true,
        value: (row) => row.figures.corrections,
      },
    ],
  });
}

/** What each table's jackpot bets brought its link. @param {Day} day */
export function contributions(day) {
  const rows = day.tables.filter(({ total }) => total.jackpot_wagers_in || total.jackpot_wagers_returned);
  return grid({
    key: `contributions-${day.day}`,
    title: t("report.contributions"),
    none: t("report.no_contributions"),
    rows,
    columns: [
      { name: "table", title: t("report.table"), kind: "text", value: (row) => row.name },
      {
        name: "jackpot_wagers_in",
        title: t("report.jackpot_in"),
        kind: "money",
        sum: true,
        value: (row) => row.total.jackpot_wagers_in,
      },
      {
        name: "jackpot_wagers_returned",
        title: t("report.jackpot_returned"),
        kind: "money",
        sum: true,
        value: (row) => row.total.jackpot_wagers_returned,
      },
      {
        name: "contributions",
        title: t("report.to_display"),
        kind: "money",
        sum: true,
        value: (row) => exact(row.total.contributions),
      },
      {
        name: "reserve_shares",
        title: t("report.to_reserve"),
        kind: "money",
        sum: true,
        value: (row) => exact(row.total.reserve_shares),
      },
      {
        name: "shares_taken_back",
        title: t("report.taken_back"),
        kind: "money",
        sum: true,
        value: (row) => exact(row.total.shares_taken_back),
      },
      {
        name: "fixed_jackpot_pays",
        title: t("report.fixed_pays"),
        kind: "money",
        sum: true,
        value: (row) => row.total.fixed_jackpot_pays,
      },
      {
        name: "envy_pays",
        title: t("report.envy_pays"),
        kind: "money",
        sum: true,
        value: (row) => row.total.envy_pays,
      },
    ],
  });
}

/** The identity of each link: what it opened with and what moved must be what it closed with. @param {Day} day */
export function links(day) {
  /** @param {string} name @returns {(row: LinkDay) => Exact} */
  const meter = (name) => (row) => exact(row.meters[name]);
  return grid({
    key: `links-${day.day}`,
    title: t("report.links"),
    none: t("report.no_links"),
    rows: day.links,
    columns: [
      { name: "link", title: t("report.link"), kind: "text", value: (row) => row.name },
      {
        name: "opening_pool",
        title: t("report.opening"),
        kind: "money",
        sum: true,
        value: (row) => exact(row.opening.pool),
      },
      {
        name: "contributions",
        title: `+ ${t("report.contributed")}`,
        kind: "money",
        sum: true,
        value: meter("contributions"),
      },
      {
        name: "seed_funding",
        title: `+ ${t("report.seed")}`,
        kind: "money",
        sum: true,
        value: meter("seed_funding"),
      },
      { name: "paid", title: `− ${t("report.paid")}`, kind: "money", sum: true, value: meter("paid") },
      {
        name: "overflowed",
        title: `− ${t("report.overflow")}`,
        kind: "money",
        sum: true,
        value: meter("overflowed"),
      },
      {
        name: "corrections",
        title: `± ${t("report.corrected")}`,
        kind: "money",
        sum: true,
        value: meter("corrections"),
      },
      { name: "moved", title: `± ${t("report.moved")}`, kind: "money", sum: true, value: meter("moved") },
      {
        name: "closing_pool",
        title: `= ${t("report.closing")}`,
        kind: "money",
        sum: true,
        value: (row) => exact(row.closing.pool),
      },
      {
        name: "agrees",
        title: t("report.identity"),
        kind: "text",
        value: (row) => (holds(row) ? "yes" : "no"),
        show: (row) =>
          holds(row)
            ? h("span", { class: "win" }, "✓ ", t("report.holds"))
            : h("span", { class: "loss" }, "✗ ", t("report.differs")),
      },
      {
        name: "liability",
        title: t("report.liability"),
        kind: "money",
        sum: true,
        value: (row) => exact(row.liability),
      },
    ],
  });
}

/** @param {LinkDay} row */
function holds(row) {
  return same(exact(row.expected_closing_pool), exact(row.closing.pool));
}

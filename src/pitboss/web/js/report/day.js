/** A gaming day reconciled: what does not agree first, then every table and link. */

import { sentence } from "../sentence.js";
import { h } from "../dom.js";
import { t } from "../words.js";
import { same, sum } from "../fractions.js";
import { exact } from "./exact.js";
import { column, grid, roundsLink } from "./grid.js";

/** @typedef {import("../fractions.js").Fraction} Fraction */
/** @typedef {number | string} Cents */
/**
 * @typedef {object} Figures as docs/how-to/operator/reconcile.md has them
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
/** @typedef {{name: string, shifts: Record<string, Figures>, total: Figures, sessions: Session[], given_back: GivenBack[]}} TableDay */
/** @typedef {{by: Actor, player: string, acts: number, amount: number, reasons: string[]}} GivenBack what one gave back to one player, in cents */
/**
 * @typedef {object} Session what the day holds of a session of a table, in cents; null where nothing was counted
 * @property {number} number
 * @property {boolean} began
 * @property {boolean} closed
 * @property {number | null} opener
 * @property {number | null} fills
 * @property {number | null} credits
 * @property {number | null} drop
 * @property {number | null} closer
 * @property {number | null} win_by_chips
 * @property {number} win_by_settlements
 * @property {number} paid_by_link
 * @property {number | null} difference
 * @property {string[]} why
 * @property {Reason[]} reasons
 */
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
/** @typedef {import("../message.js").Reason} Reason */
/** @typedef {{where: string, place: Reason, why: string, reason: Reason, counted: boolean, order: boolean}} Alarm */
/** @typedef {{by: string, second: string, time: string, reason: string}} Closing who closed the day, and when by the house's clock */
/** @typedef {{name: string, role: string}} Actor */
/** @typedef {{by: Actor, second: Actor, time: string, note: string}} SignedOff who signed the day off, and when by the house's clock */
/** @typedef {{day: string, agrees: boolean, first: number, last: number, entries: number, tables: TableDay[], links: LinkDay[], alarms: Alarm[], accepted: Alarm[], closed: Closing | null, signed: SignedOff | null}} Day */
/** @typedef {{table: string, shift: string, figures: Figures}} ShiftRow */

/** Alarms, or that there is none. @param {Day} day */
export function agreement(day) {
  if (!day.entries) return h("p", { key: "agrees", class: "muted" }, t("report.no_entries"));
  const facts = h(
    "p",
    { key: "facts", class: "muted" },
    t("report.entries", { entries: day.entries, first: day.first, last: day.last }),
  );
  const accepted =
    day.accepted.length > 0 &&
    h(
      "section",
      { key: "accepted", class: "report-accepted muted" },
      h("h2", null, t("report.accepted")),
      listed(day.accepted),
    );
  if (day.agrees)
    return [h("p", { key: "agrees", class: "report-agrees win" }, "✓ ", t("report.agrees")), accepted, facts];
  return [
    h(
      "section",
      { key: "alarms", class: "report-alarms", role: "alert" },
      h("h2", null, t("report.alarms", { alarms: day.alarms.length })),
      listed(day.alarms),
    ),
    accepted,
    facts,
  ];
}

/** @param {Alarm[]} alarms */
function listed(alarms) {
  return h(
    "ul",
    null,
    alarms.map((alarm) =>
      h(
        "li",
        { key: `${alarm.where} ${alarm.why}` },
        sentence(alarm.where, { translate: "no", reason: alarm.place }, "strong"),
        " ",
        sentence(alarm.why, { reason: alarm.reason }),
      ),
    ),
  );
}

/** @param {Record<string, number>} byBet */
function all(byBet) {
  return Object.values(byBet).reduce((all, cents) => sum(all, exact(cents)), exact(0));
}

/** @param {Day} day */
export function tables(day) {
  /** @type {ShiftRow[]} */
  const rows = day.tables.flatMap(({ name, shifts }) =>
    Object.entries(shifts).map(([shift, figures]) => ({ table: name, shift, figures })),
  );
  /** A figure that leads to the rounds of its table and shift. @param {import("./grid.js").Column<ShiftRow>} figure @param {Record<string, string>} [more] */
  const leading = (figure, more = {}) =>
    roundsLink(figure, (row) => ({ table: row.table, day: day.day, shift: row.shift, ...more }));
  return grid({
    key: `tables-${day.day}`,
    title: t("report.tables"),
    none: t("report.no_tables"),
    rows,
    columns: [
      column.text("table", t("report.table"), (row) => row.table),
      column.text("shift", t("report.shift"), (row) => row.shift),
      leading(column.countSum("rounds", t("report.rounds"), (row) => row.figures.rounds)),
      leading(
        column.countSum("void_rounds", t("report.void"), (row) => row.figures.void_rounds),
        { ended: "void" },
      ),
      leading(column.moneySum("wagers", t("report.wagers"), (row) => all(row.figures.wagers))),
      leading(column.moneySum("win", t("report.win"), (row) => all(row.figures.win))),
      leading(
        column.moneySum("link_pays", t("report.link_pays"), (row) => row.figures.link_pays),
        { ended: "jackpot" },
      ),
      column.moneySum("adjustments", t("report.adjustments"), (row) => row.figures.adjustments),
      column.countSum("rulings", t("report.rulings"), (row) => row.figures.rulings),
      column.countSum("corrections", t("report.corrections"), (row) => row.figures.corrections),
    ],
  });
}

/** The sessions of every table on the day: chips counted against what was settled. @param {Day} day */
export function tableMoney(day) {
  /** @typedef {Session & {table: string}} Row */
  const rows = day.tables.flatMap(({ name, sessions }) =>
    sessions.map((each) => /** @type {Row} */ ({ ...each, table: name })),
  );
  /** @param {"opener" | "fills" | "credits" | "drop" | "closer" | "win_by_chips" | "win_by_settlements" | "paid_by_link" | "difference"} name @param {string} title */
  const amount = (name, title) => column.moneySum(name, title, (/** @type {Row} */ row) => row[name]);
  return grid({
    key: `table-money-${day.day}`,
    title: t("report.money"),
    none: t("report.no_money"),
    rows,
    columns: [
      column.text("table", t("report.table"), (/** @type {Row} */ row) => row.table),
      column.count("session", t("report.session"), (row) => row.number),
      amount("opener", t("report.opener")),
      amount("fills", t("report.fills")),
      amount("credits", t("report.credits")),
      amount("drop", t("report.drop")),
      amount("closer", t("report.closer")),
      amount("win_by_chips", t("report.by_chips")),
      roundsLink(amount("win_by_settlements", t("report.by_settlements")), (row) => ({
        table: row.table,
        day: day.day,
      })),
      amount("paid_by_link", t("report.link_pays")),
      amount("difference", t("report.difference")),
      column.text(
        "why",
        t("report.why"),
        (row) => row.why.join("; "),
        (row) =>
          row.why.map((/** @type {string} */ why, /** @type {number} */ place) => [
            place > 0 && "; ",
            sentence(why, { reason: row.reasons[place] }),
          ]),
      ),
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
      column.text("table", t("report.table"), (row) => row.name),
      roundsLink(
        column.moneySum("jackpot_wagers_in", t("report.jackpot_in"), (row) => row.total.jackpot_wagers_in),
        (row) => ({ table: row.name, day: day.day }),
      ),
      column.moneySum(
        "jackpot_wagers_returned",
        t("report.jackpot_returned"),
        (row) => row.total.jackpot_wagers_returned,
      ),
      column.moneySum("contributions", t("report.to_display"), (row) => exact(row.total.contributions)),
      column.moneySum("reserve_shares", t("report.to_reserve"), (row) => exact(row.total.reserve_shares)),
      column.moneySum("shares_taken_back", t("report.taken_back"), (row) =>
        exact(row.total.shares_taken_back),
      ),
      column.moneySum("fixed_jackpot_pays", t("report.fixed_pays"), (row) => row.total.fixed_jackpot_pays),
      column.moneySum("envy_pays", t("report.envy_pays"), (row) => row.total.envy_pays),
    ],
  });
}

/** The identity of each link: what it opened with and what moved must be what it closed with. @param {Day} day */
export function links(day) {
  /** @param {string} name @returns {(row: LinkDay) => Fraction} */
  const meter = (name) => (row) => exact(row.meters[name]);
  return grid({
    key: `links-${day.day}`,
    title: t("report.links"),
    none: t("report.no_links"),
    rows: day.links,
    columns: [
      column.text("link", t("report.link"), (row) => row.name),
      column.moneySum("opening_pool", t("report.opening"), (row) => exact(row.opening.pool)),
      column.moneySum("contributions", `+ ${t("report.contributed")}`, meter("contributions")),
      column.moneySum("seed_funding", `+ ${t("report.seed")}`, meter("seed_funding")),
      column.moneySum("paid", `− ${t("report.paid")}`, meter("paid")),
      column.moneySum("overflowed", `− ${t("report.overflow")}`, meter("overflowed")),
      column.moneySum("corrections", `± ${t("report.corrected")}`, meter("corrections")),
      column.moneySum("moved", `± ${t("report.moved")}`, meter("moved")),
      column.moneySum("closing_pool", `= ${t("report.closing")}`, (row) => exact(row.closing.pool)),
      column.text(
        "agrees",
        t("report.identity"),
        (row) => (holds(row) ? "yes" : "no"),
        (row) =>
          holds(row)
            ? h("span", { class: "win" }, "✓ ", t("report.holds"))
            : h("span", { class: "loss" }, "✗ ", t("report.differs")),
      ),
      column.moneySum("liability", t("report.liability"), (row) => exact(row.liability)),
    ],
  });
}

/** @param {LinkDay} row */
function holds(row) {
  return same(exact(row.expected_closing_pool), exact(row.closing.pool));
}

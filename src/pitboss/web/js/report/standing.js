/** What stands now: what links owe, what was paid, the money of tables, and ratings of players. */

import { h } from "../dom.js";
import { clauseLinks } from "../reasons.js";
import { handName, t } from "../words.js";
import { dollars } from "./exact.js";
import { column, grid } from "./grid.js";

/** @typedef {import("../answers").LiabilityNow} LiabilityNow */
/** @typedef {import("../answers").HitNow} HitNow */
/** @typedef {import("../answers").MoneyNow} MoneyNow */
/** @typedef {import("../answers").RatingNow} RatingNow */
/** @typedef {import("../answers").TableSessionNow} TableSessionNow */

/** @param {LiabilityNow[]} rows */
export function liability(rows) {
  return grid({
    key: "liability",
    title: t("report.liability_now"),
    none: t("report.no_links"),
    rows,
    columns: [
      column.text(
        "link",
        t("report.link"),
        (row) => row.link,
        (row) => named(row),
      ),
      column.moneySum("displayed", t("report.displayed"), (row) => dollars(row.displayed)),
      column.moneySum("pool", t("report.pool"), (row) => dollars(row.pool)),
      column.moneySum("reserve", t("report.reserve"), (row) => dollars(row.reserve)),
      column.moneySum("overflow", t("report.overflow"), (row) => dollars(row.overflow)),
      column.moneySum("liability", t("report.liability"), (row) => dollars(row.liability)),
      column.countSum("claims", t("report.claims"), (row) => row.claims),
      column.moneySum("unpaid", t("report.unpaid"), (row) => dollars(row.unpaid)),
      column.countSum("hits", t("report.hits_count"), (row) => row.hits),
      column.moneySum("wins", t("report.wins"), (row) => dollars(row.wins)),
    ],
  });
}

/** @param {LiabilityNow} row */
function named(row) {
  return [
    h("a", { key: "sign", href: `/signs/${encodeURIComponent(row.link)}`, translate: "no" }, row.link),
    row.closed && h("small", { key: "closed" }, " ", t("report.closed")),
  ];
}

/** Slips of jackpots, the newest first. @param {HitNow[]} rows @param {(table: string) => string} sheetOf */
export function hits(rows, sheetOf) {
  return grid({
    key: "hits",
    title: t("report.hits"),
    none: t("report.no_hits"),
    rows,
    columns: [
      column.text("link", t("report.link"), (row) => row.link),
      column.count("slip", t("report.slip"), (row) => row.slip),
      column.text("table", t("report.table"), (row) => row.table),
      column.text("round", t("report.round"), (row) => row.round, roundLink),
      column.count("box", t("report.box"), (row) => row.box),
      column.text("player", t("report.player"), (row) => row.player),
      column.text(
        "hand",
        t("report.hand"),
        (row) => row.hand,
        (row) => handOf(row),
      ),
      column.count("percent", t("report.percent"), (row) => row.percent),
      column.money("displayed", t("report.displayed"), (row) => dollars(row.displayed)),
      column.moneySum("amount", t("report.amount"), (row) => dollars(row.amount)),
      column.text("prepared_by", t("report.prepared"), (row) => row.prepared_by),
      column.text("signed_by", t("report.signed"), (row) => row.signed_by.join(" ")),
      column.text(
        "clauses",
        t("why.clauses"),
        (row) => row.clauses.join(" "),
        (row) => clauseLinks(row.clauses, sheetOf(row.table)),
      ),
      column.text(
        "reversed",
        t("report.reversed"),
        (row) => (row.reversed ? "yes" : ""),
        (row) => row.reversed && h("span", { class: "loss" }, t("report.is_reversed")),
      ),
    ],
  });
}

/** @param {HitNow} row */
function roundLink(row) {
  const path = `/rounds/${encodeURIComponent(row.table)}/${encodeURIComponent(row.round)}`;
  return h("a", { href: path, translate: "no" }, row.round);
}

/** @param {HitNow} row */
function handOf(row) {
  return handName(row.hand) ?? h("span", { lang: "en" }, row.hand);
}

/** The session under way at each table, or the last: chips counted against what was settled. @param {MoneyNow[]} found */
export function tableMoney(found) {
  const rows = found.flatMap((money) => (money.session ? [{ table: money.table, now: money.session }] : []));
  /** @typedef {{table: string, now: TableSessionNow}} Row */
  /** @param {"opener" | "fills" | "credits" | "drop" | "closer" | "win_by_chips" | "win_by_settlements" | "paid_by_link" | "difference"} name @returns {(row: Row) => import("./exact.js").Exact | null} */
  const amount =
    (name) =>
    ({ now }) => {
      const text = now[name];
      return text === null ? null : dollars(text);
    };
  return grid({
    key: "table-money",
    title: t("report.money"),
    none: t("report.no_money"),
    rows,
    columns: [
      column.text("table", t("report.table"), (/** @type {Row} */ row) => row.table),
      column.count("session", t("report.session"), (row) => row.now.number),
      column.moneySum("opener", t("report.opener"), amount("opener")),
      column.moneySum("fills", t("report.fills"), amount("fills")),
      column.moneySum("credits", t("report.credits"), amount("credits")),
      column.moneySum("drop", t("report.drop"), amount("drop")),
      column.moneySum("closer", t("report.closer"), amount("closer")),
      column.moneySum("win_by_chips", t("report.by_chips"), amount("win_by_chips")),
      column.moneySum("win_by_settlements", t("report.by_settlements"), amount("win_by_settlements")),
      column.moneySum("paid_by_link", t("report.link_pays"), amount("paid_by_link")),
      column.moneySum("difference", t("report.difference"), amount("difference")),
      column.text(
        "why",
        t("report.why"),
        (row) => row.now.why.join("; "),
        (row) => h("span", { lang: "en" }, row.now.why.join("; ")),
      ),
    ],
  });
}

/** @param {RatingNow[]} rows */
export function ratings(rows) {
  return grid({
    key: "ratings",
    title: t("report.ratings"),
    none: t("report.no_ratings"),
    rows,
    columns: [
      column.text("table", t("report.table"), (row) => row.table),
      column.text("player", t("report.player"), (row) => row.player),
      column.count("minutes", t("report.minutes"), (row) => row.minutes),
      column.countSum("rounds", t("report.rounds"), (row) => row.rounds),
      column.money("average_bet", t("report.average"), (row) => dollars(row.average_bet)),
      column.money("theoretical_win", t("report.theoretical"), (row) =>
        row.theoretical_win === null ? null : dollars(row.theoretical_win),
      ),
      column.moneySum("win", t("report.win"), (row) => dollars(row.win)),
      column.moneySum("paid_by_link", t("report.link_pays"), (row) => dollars(row.paid_by_link)),
      column.moneySum("bought", t("report.bought"), (row) => dollars(row.bought)),
      column.moneySum("cashed", t("report.cashed"), (row) => dollars(row.cashed)),
    ],
  });
}

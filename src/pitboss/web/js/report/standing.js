/** What stands now: what links owe, what was paid, the money of tables, and ratings of players. */

import { h } from "../dom.js";
import { clauseLinks } from "../reasons.js";
import { handName, t } from "../words.js";
import { dollars } from "./exact.js";
import { grid } from "./grid.js";

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
      {
        name: "link",
        title: t("report.link"),
        kind: "text",
        value: (row) => row.link,
        show: (row) => named(row),
      },
      {
        name: "displayed",
        title: t("report.displayed"),
        kind: "money",
        sum: true,
        value: (row) => dollars(row.displayed),
      },
      { name: "pool", title: t("report.pool"), kind: "money", sum: true, value: (row) => dollars(row.pool) },
      {
        name: "reserve",
        title: t("report.reserve"),
        kind: "money",
        sum: true,
        value: (row) => dollars(row.reserve),
      },
      {
        name: "overflow",
        title: t("report.overflow"),
        kind: "money",
        sum: true,
        value: (row) => dollars(row.overflow),
      },
      {
        name: "liability",
        title: t("report.liability"),
        kind: "money",
        sum: true,
        value: (row) => dollars(row.liability),
      },
      { name: "claims", title: t("report.claims"), kind: "count", sum: true, value: (row) => row.claims },
      {
        name: "unpaid",
        title: t("report.unpaid"),
        kind: "money",
        sum: true,
        value: (row) => dollars(row.unpaid),
      },
      { name: "hits", title: t("report.hits_count"), kind: "count", sum: true, value: (row) => row.hits },
      { name: "wins", title: t("report.wins"), kind: "money", sum: true, value: (row) => dollars(row.wins) },
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
      { name: "link", title: t("report.link"), kind: "text", value: (row) => row.link },
      { name: "slip", title: t("report.slip"), kind: "count", value: (row) => row.slip },
      { name: "table", title: t("report.table"), kind: "text", value: (row) => row.table },
      { name: "round", title: t("report.round"), kind: "text", value: (row) => row.round, show: roundLink },
      { name: "box", title: t("report.box"), kind: "count", value: (row) => row.box },
      { name: "player", title: t("report.player"), kind: "text", value: (row) => row.player },
      {
        name: "hand",
        title: t("report.hand"),
        kind: "text",
        value: (row) => row.hand,
        show: (row) => handOf(row),
      },
      { name: "percent", title: t("report.percent"), kind: "count", value: (row) => row.percent },
      {
        name: "displayed",
        title: t("report.displayed"),
        kind: "money",
        value: (row) => dollars(row.displayed),
      },
      {
        name: "amount",
        title: t("report.amount"),
        kind: "money",
        value: (row) => dollars(row.amount),
        sum: true,
      },
      { name: "prepared_by", title: t("report.prepared"), kind: "text", value: (row) => row.prepared_by },
      { name: "signed_by", title: t("report.signed"), kind: "text", value: (row) => row.signed_by.join(" ") },
      {
        name: "clauses",
        title: t("why.clauses"),
        kind: "text",
        value: (row) => row.clauses.join(" "),
        show: (row) => clauseLinks(row.clauses, sheetOf(row.table)),
      },
      {
        name: "reversed",
        title: t("report.reversed"),
        kind: "text",
        value: (row) => (row.reversed ? "yes" : ""),
        show: (row) => row.reversed && h("span", { class: "loss" }, t("report.is_reversed")),
      },
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
      { name: "table", title: t("report.table"), kind: "text", value: (/** @type {Row} */ row) => row.table },
      { name: "session", title: t("report.session"), kind: "count", value: (row) => row.now.number },
      { name: "opener", title: t("report.opener"), kind: "money", sum: true, value: amount("opener") },
      { name: "fills", title: t("report.fills"), kind: "money", sum: true, value: amount("fills") },
      { name: "credits", title: t("report.credits"), kind: "money", sum: true, value: amount("credits") },
      { name: "drop", title: t("report.drop"), kind: "money", sum: true, value: amount("drop") },
      { name: "closer", title: t("report.closer"), kind: "money", sum: true, value: amount("closer") },
      {
        name: "win_by_chips",
        title: t("report.by_chips"),
        kind: "money",
        sum: true,
        value: amount("win_by_chips"),
      },
      {
        name: "win_by_settlements",
        title: t("report.by_settlements"),
        kind: "money",
        sum: true,
        value: amount("win_by_settlements"),
      },
      {
        name: "paid_by_link",
        title: t("report.link_pays"),
        kind: "money",
        sum: true,
        value: amount("paid_by_link"),
      },
      {
        name: "difference",
        title: t("report.difference"),
        kind: "money",
        sum: true,
        value: amount("difference"),
      },
      {
        name: "why",
        title: t("report.why"),
        kind: "text",
        value: (row) => row.now.why.join("; "),
        show: (row) => h("span", { lang: "en" }, row.now.why.join("; ")),
      },
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
      { name: "table", title: t("report.table"), kind: "text", value: (row) => row.table },
      { name: "player", title: t("report.player"), kind: "text", value: (row) => row.player },
      { name: "minutes", title: t("report.minutes"), kind: "count", value: (row) => row.minutes },
      { name: "rounds", title: t("report.rounds"), kind: "count", sum: true, value: (row) => row.rounds },
      {
        name: "average_bet",
        title: t("report.average"),
        kind: "money",
        value: (row) => dollars(row.average_bet),
      },
      {
        name: "theoretical_win",
        title: t("report.theoretical"),
        kind: "money",
        value: (row) => (row.theoretical_win === null ? null : dollars(row.theoretical_win)),
      },
      { name: "win", title: t("report.win"), kind: "money", sum: true, value: (row) => dollars(row.win) },
      {
        name: "paid_by_link",
        title: t("report.link_pays"),
        kind: "money",
        sum: true,
        value: (row) => dollars(row.paid_by_link),
      },
      {
        name: "bought",
        title: t("report.bought"),
        kind: "money",
        sum: true,
        value: (row) => dollars(row.bought),
      },
      {
        name: "cashed",
        title: t("report.cashed"),
        kind: "money",
        sum: true,
        value: (row) => dollars(row.cashed),
      },
    ],
  });
}

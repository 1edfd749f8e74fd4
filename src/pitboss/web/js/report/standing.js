/** What stands now: what links owe and what was paid; and the ratings of the day's players. */

import { sentence } from "../sentence.js";
import { h } from "../dom.js";
import { clauseLinks } from "../reasons.js";
import { handName, t } from "../words.js";
import { dollars, shown } from "./exact.js";
import { column, grid, roundsLink } from "./grid.js";

/** @typedef {import("../answers").LiabilityNow} LiabilityNow */
/** @typedef {import("../answers").HitNow} HitNow */
/** @typedef {import("../answers").RatingNow} RatingNow */

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
  return handName(row.hand) ?? sentence(row.hand);
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
      roundsLink(
        column.countSum("rounds", t("report.rounds"), (row) => row.rounds),
        (row) => ({ table: row.table, player: row.player, ...(row.day ? { day: row.day } : {}) }),
      ),
      column.money("average_bet", t("report.average"), (row) => dollars(row.average_bet)),
      {
        ...column.moneySum("theoretical_win", t("report.theoretical"), (/** @type {RatingNow} */ row) =>
          row.theoretical_win === null ? null : dollars(row.theoretical_win),
        ),
        show: theoretical,
      },
      column.moneySum("win", t("report.win"), (row) => dollars(row.win)),
      column.moneySum("paid_by_link", t("report.link_pays"), (row) => dollars(row.paid_by_link)),
      column.moneySum("bought", t("report.bought"), (row) => dollars(row.bought)),
      column.moneySum("cashed", t("report.cashed"), (row) => dollars(row.cashed)),
    ],
  });
}

/** The theoretical win, or that the odds of its sheet are being counted. @param {RatingNow} row */
function theoretical(row) {
  if (row.theoretical_win !== null)
    return h("span", { translate: "no" }, shown(dollars(row.theoretical_win)));
  return row.counting ? h("em", { class: "muted" }, t("report.counting")) : "–";
}

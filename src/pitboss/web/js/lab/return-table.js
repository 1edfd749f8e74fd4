/** The return table of a bet: every result with its combinations, what it pays and what it brings. */

import { grouped } from "../digits.js";
import { h } from "../dom.js";
import { tableHead } from "../page.js";
import { rowName } from "./row-name.js";
import { t } from "../words.js";
import { decimal, exactly, fraction, sum } from "../fractions.js";

/** @typedef {import("../fractions.js").Fraction} Fraction */
/** @typedef {import("./answer.js").Odds} Odds */
/** @typedef {import("./answer.js").CombinationTable} CombinationTable */

/** @param {Odds} odds @param {string} bet @param {boolean} exact */
export function returnTable(odds, bet, exact) {
  const found = odds.bets[bet]?.table;
  if (!found) return null;
  return h(
    "details",
    { key: "returns", class: "returns" },
    h("summary", null, t("lab.return_table")),
    h(
      "table",
      { class: "numbers" },
      tableHead([t("lab.hand"), t("lab.combinations"), t("lab.chance"), t("lab.pays"), t("lab.brings")]),
      h(
        "tbody",
        null,
        found.rows.map((row, place) => line(row, place, exact)),
      ),
      h(
        "tfoot",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "row" }, t("report.sum")),
          h("td", { translate: "no" }, grouped(found.total)),
          h("td", { translate: "no" }, chance(found.rows.reduce((all, row) => all + row.probability, 0))),
          h("td"),
          h("td", { translate: "no" }, brought(allOf(found.rows), exact)),
        ),
      ),
    ),
  );
}

/** @param {CombinationTable["rows"][number]} row @param {number} place @param {boolean} exact */
function line(row, place, exact) {
  return h(
    "tr",
    { key: place },
    h("th", { scope: "row" }, rowName(row.name)),
    h("td", { translate: "no" }, grouped(row.combinations)),
    h("td", { translate: "no" }, chance(row.probability)),
    h("td", { translate: "no" }, row.pays.replace("-", "−")),
    h("td", { translate: "no" }, brought(row.return === null ? null : fraction(row.return), exact)),
  );
}

/** What a result brings. @param {Fraction | null} brings @param {boolean} exact */
function brought(brings, exact) {
  if (!brings) return "–";
  return [
    decimal(brings, 6, { sign: true }),
    exact && h("span", { key: "exact", class: "exactly" }, exactly(brings)),
  ];
}

/** What all results bring together: the house edge, with a minus; nothing if one is not known. @param {CombinationTable["rows"]} rows */
function allOf(rows) {
  let all = /** @type {Fraction | null} */ (fraction("0"));
  for (const row of rows) all = all && row.return !== null ? sum(all, fraction(row.return)) : null;
  return all;
}

/** Chances stand under each other with the same number of places. @param {number} share */
function chance(share) {
  return share.toFixed(10);
}

/** The return tables of every bet as lines of one table. @param {Odds} odds @returns {string[][]} */
export function returnRows(odds) {
  const lines = Object.entries(odds.bets).flatMap(([bet, { table }]) =>
    (table?.rows ?? []).map((row) => [
      odds.sheet,
      bet,
      row.name,
      String(row.combinations),
      String(row.probability),
      row.pays,
      row.return ?? "",
    ]),
  );
  return [["sheet", "bet", "result", "combinations", "probability", "pays", "return"], ...lines];
}

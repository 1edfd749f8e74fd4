/** Bets that staff gave back after cards were seen: by whom, to whom, how often and how much. */

import { t, term } from "../words.js";
import { column, grid } from "./grid.js";

/** @typedef {import("./day.js").Day} Day */
/** @typedef {import("./day.js").GivenBack & {table: string}} Row */

/** Nothing where nobody gave a bet back. @param {Day} day */
export function givenBack(day) {
  const rows = day.tables.flatMap(({ name, given_back }) =>
    given_back.map((each) => /** @type {Row} */ ({ ...each, table: name })),
  );
  if (!rows.length) return null;
  return grid({
    key: `given-back-${day.day}`,
    title: t("report.given_back"),
    none: "",
    rows,
    columns: [
      column.text("table", t("report.table"), (/** @type {Row} */ row) => row.table),
      column.text("by", t("report.given_by"), (row) => `${row.by.name}, ${term("role", row.by.role)}`),
      column.text("player", t("report.player"), (row) => row.player),
      column.countSum("acts", t("report.given_acts"), (row) => row.acts),
      column.moneySum("amount", t("report.given_amount"), (row) => row.amount),
      column.text("reasons", t("report.given_reasons"), (row) => row.reasons.join("; ")),
    ],
  });
}

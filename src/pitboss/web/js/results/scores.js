/** Scores as columns of a table. */

import { column } from "../report/grid.js";
import { timeTaken } from "../train/time-taken.js";
import { t } from "../words.js";

/** @typedef {import("../answers").TrainingScore} TrainingScore */

/** The share of right points in percent, for a spreadsheet and for people. @param {{right: number, points: number}} score */
export function share({ right, points }) {
  return points ? `${Math.round((100 * right) / points)}%` : "–";
}

/** @param {TrainingScore} score */
function average({ seconds, answers }) {
  return answers ? timeTaken(Math.round(seconds / answers)) : "–";
}

/** The columns of a score. @template Row @param {(row: Row) => TrainingScore} of @returns {import("../report/grid.js").Column<Row>[]} */
export function scores(of) {
  return [
    column.count("answers", t("results.answers"), (row) => of(row).answers),
    column.count("whole", t("results.whole"), (row) => of(row).whole),
    column.count("right", t("results.right"), (row) => of(row).right),
    column.count("points", t("results.marks"), (row) => of(row).points),
    column.text("share", t("results.share"), (row) => share(of(row))),
    column.text("seconds", t("results.average"), (row) => average(of(row))),
    column.count("again", t("results.again"), (row) => of(row).again),
  ];
}

/** One trainee: the score by game, kind and level, the clauses to work on, and every answer. */

import { h } from "../dom.js";
import { rolesOf, when } from "../people/labels.js";
import { clauseLinks } from "../reasons.js";
import { column, grid } from "../report/grid.js";
import { may } from "../session.js";
import { kindName, levelName } from "../train/set-form.js";
import { timeTaken } from "../train/time-taken.js";
import { t } from "../words.js";
import { gameOf } from "./state.js";
import { scores, share } from "./scores.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").TrainingNow} TrainingNow */
/** @typedef {import("./state.js").AnswerKept} AnswerKept */
/** @typedef {import("./actions.js").ResultsActions} ResultsActions */
/** @typedef {import("../answers").TrainingPart} TrainingPart */
/** @typedef {import("../answers").ClauseScore} ClauseScore */

/** @param {State} state @param {TrainingNow} training @param {ResultsActions} actions */
export function person(state, training, actions) {
  const { whole, answers, right, points } = training.score;
  return [
    may("read_training") &&
      h("p", { key: "back" }, h("a", { href: "/train/results" }, t("results.back_all"))),
    h(
      "p",
      { key: "score" },
      h("span", { key: "roles", class: "muted" }, rolesOf(training.roles)),
      " · ",
      t("results.score", { whole, answers, right, points }),
      training.open > 0 &&
        h("span", { key: "left", class: "muted" }, ` · ${t("results.left", { count: training.open })}`),
    ),
    parts(state, training.parts),
    missed(state, training.missed),
    answersOf(state),
    h(
      "p",
      { key: "acts", class: "train-acts" },
      state.more &&
        h(
          "button",
          {
            key: "more",
            type: "button",
            class: "quiet",
            disabled: state.busy,
            onclick: () => void actions.earlier(),
          },
          t("results.more"),
        ),
      answers + training.score.again > 0 &&
        h(
          "button",
          { key: "take", type: "button", class: "quiet", onclick: () => void actions.take() },
          t("results.take"),
        ),
      may("manage_people") &&
        answers + training.score.again > 0 &&
        h(
          "button",
          { key: "erase", type: "button", class: "quiet", onclick: () => void actions.erase() },
          t("results.erase"),
        ),
    ),
    state.sure &&
      h("p", { key: "sure", class: "loss", role: "status" }, t("results.erase_sure", { name: state.name })),
  ];
}

/** The level of drawn settlements; other situations are those of the sheet's own rounds. @param {{level: string | null}} of */
function levelOf({ level }) {
  if (!level) return t("results.by_rounds");
  return levelName(level === "hard" ? "" : /** @type {"easy" | "middle"} */ (level));
}

/** The kind of a situation and its level. */
function situationColumns() {
  return [
    column.text(
      "kind",
      t("results.kind"),
      (/** @type {TrainingPart | AnswerKept} */ row) => row.kind,
      (row) => kindName(row.kind),
    ),
    column.text(
      "level",
      t("results.level"),
      (/** @type {TrainingPart | AnswerKept} */ row) => row.level ?? "",
      levelOf,
    ),
  ];
}

/** @param {State} state @param {readonly TrainingPart[]} rows */
function parts(state, rows) {
  return grid({
    key: "training-parts",
    title: t("results.by_part"),
    none: t("results.no_answers"),
    rows,
    columns: [
      column.text("sheet", t("results.game"), (/** @type {TrainingPart} */ row) => gameOf(state, row.sheet)),
      ...situationColumns(),
      ...scores((/** @type {TrainingPart} */ row) => row.score),
    ],
  });
}

/** @param {State} state @param {readonly ClauseScore[]} rows */
function missed(state, rows) {
  return grid({
    key: "training-clauses",
    title: t("results.missed"),
    none: t("results.no_missed"),
    rows,
    columns: [
      column.text("sheet", t("results.game"), (/** @type {ClauseScore} */ row) => gameOf(state, row.sheet)),
      column.text(
        "clause",
        t("results.clause"),
        (row) => row.clause,
        (row) => clauseLinks([row.clause], row.sheet),
      ),
      column.count("right", t("results.right"), (row) => row.right),
      column.count("points", t("results.marks"), (row) => row.points),
      column.text("share", t("results.share"), share),
    ],
  });
}

/** @param {State} state */
function answersOf(state) {
  const href = (/** @type {AnswerKept} */ row) =>
    `/train/results/${encodeURIComponent(state.name)}/${encodeURIComponent(row.question)}`;
  return grid({
    key: "training-answers",
    title: t("results.answers"),
    none: t("results.no_answers"),
    rows: state.answers,
    columns: [
      column.text(
        "at",
        t("results.answered"),
        (/** @type {AnswerKept} */ row) => row.at,
        (row) => h("a", { href: href(row), translate: "no" }, when(row.at)),
      ),
      column.text("sheet", t("results.game"), (row) => gameOf(state, row.sheet)),
      ...situationColumns(),
      column.text(
        "right",
        t("results.right"),
        (row) => `${row.right}/${row.points}`,
        (row) =>
          h(
            "span",
            { class: row.right === row.points ? "win" : "loss" },
            t("results.points_of", { right: row.right, points: row.points }),
          ),
      ),
      column.text("seconds", t("results.time"), (row) => timeTaken(row.seconds)),
      column.text(
        "missed",
        t("results.missed"),
        (row) => row.missed.join(" "),
        (row) => (row.missed.length ? clauseLinks(row.missed, row.sheet) : t("results.none")),
      ),
      column.text(
        "again",
        t("results.again"),
        (row) => (row.again ? "again" : ""),
        (row) => (row.again ? t("train.yes") : t("train.no")),
      ),
    ],
  });
}

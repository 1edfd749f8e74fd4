/** The page of training results: a list of trainees, one of them, or one answer. */

import { h } from "../dom.js";
import { faultLine } from "../page.js";
import { rolesOf, when } from "../people/labels.js";
import { column, grid } from "../report/grid.js";
import { t } from "../words.js";
import { answerPage } from "./answer.js";
import { person } from "./person.js";
import { scores } from "./scores.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").TraineeNow} TraineeNow */
/** @typedef {import("./actions.js").ResultsActions} ResultsActions */

/** @param {State} state @param {ResultsActions} actions */
export function view(state, actions) {
  if (state.then) return answerPage(state, state.then, actions);
  return h(
    "div",
    { key: "results", class: "reports" },
    h(
      "header",
      { key: "head", class: "report-head" },
      h(
        "h1",
        null,
        t("results.title"),
        state.name && h("span", { key: "name", translate: "no" }, `: ${state.name}`),
      ),
      h("a", { key: "train", href: "/train" }, t("results.to_train")),
    ),
    h("p", { key: "text", class: "muted audit-text" }, t("results.text")),
    faultLine(state.fault),
    state.training && person(state, state.training, actions),
    state.trainees && trainees(state.trainees),
  );
}

/** @param {TraineeNow[]} rows */
function trainees(rows) {
  const href = (/** @type {TraineeNow} */ row) => `/train/results/${encodeURIComponent(row.name)}`;
  return grid({
    key: "trainees",
    title: t("results.back_all"),
    none: t("results.no_trainees"),
    rows,
    columns: [
      column.text(
        "name",
        t("results.name"),
        (/** @type {TraineeNow} */ row) => row.name,
        (row) => h("a", { href: href(row), translate: "no" }, row.name),
      ),
      column.text(
        "roles",
        t("results.roles"),
        (row) => row.roles.join(" "),
        (row) => rolesOf(row.roles),
      ),
      ...scores((/** @type {TraineeNow} */ row) => row.score),
      column.text(
        "last",
        t("results.last"),
        (row) => row.last,
        (row) => h("span", { translate: "no" }, when(row.last)),
      ),
    ],
  });
}

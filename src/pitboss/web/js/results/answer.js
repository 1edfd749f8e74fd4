/** One answer: the situation on the felt as it was asked, and every point as it was marked. */

import { h } from "../dom.js";
import { faultLine } from "../page.js";
import { when } from "../people/labels.js";
import { sentence } from "../sentence.js";
import { plan } from "../table/plan.js";
import { nothingSaid } from "../train/answer-form.js";
import { board, readable, sceneOf } from "../train/board.js";
import { explained } from "../train/explanation.js";
import { roomBesidePanel } from "../train/room.js";
import { kindName } from "../train/set-form.js";
import { timeTaken } from "../train/time-taken.js";
import { t } from "../words.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").AnswerThen} AnswerThen */
/** @typedef {import("./actions.js").ResultsActions} ResultsActions */

/** @param {State} state @param {AnswerThen} then @param {ResultsActions} actions */
export function answerPage(state, then, actions) {
  const { answer, checked, situation } = then;
  const felt = state.felts.find((each) => each.sheet === answer.sheet);
  const rows = situation && felt ? nothingSaid(situation, felt).rows : [];
  const back = `/train/results/${encodeURIComponent(state.name)}`;
  const { right, points } = answer;
  return h(
    "section",
    { key: "answer", class: "train-page" },
    h(
      "header",
      { class: "train-head" },
      h("h1", null, t("results.answer_of", { name: state.name, time: when(answer.at) })),
      h("span", { class: "muted" }, kindName(answer.kind)),
      h("span", { class: "muted" }, t("train.marks", { right, points, time: timeTaken(answer.seconds) })),
      h("a", { class: "train-leave", href: back }, t("results.back_one", { name: state.name })),
    ),
    drawn(state, then, actions),
    h(
      "div",
      { class: "train-panel" },
      faultLine(state.fault),
      situation?.what &&
        h("p", { key: "what", class: "train-what" }, sentence(situation.what, { reason: situation.said })),
      !situation && h("p", { key: "changed", class: "muted" }, t("results.changed")),
      explained(checked, answer.sheet, rows),
    ),
  );
}

/** @param {State} state @param {AnswerThen} then @param {ResultsActions} actions */
function drawn(state, { answer, checked, situation }, actions) {
  const felt = state.felts.find((each) => each.sheet === answer.sheet);
  const sheet = state.sheets.find((each) => each.id === answer.sheet);
  if (!situation || !felt || !sheet) return null;
  const laid = readable(plan(felt, situation.table.boxes, roomBesidePanel(), state.large));
  return h(
    "div",
    { class: "train-felt" },
    h(
      "div",
      { key: "felt", class: `stage ${laid.kind} phase-playing` },
      board(
        sceneOf(situation, felt, sheet, checked, state.large),
        laid,
        () => {},
        (box) => actions.pick(box),
      ),
    ),
  );
}

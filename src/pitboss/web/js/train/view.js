/** The trainer's page: the form of a set, the situation that is asked with its answer, the summary after ten. */

import { h } from "../dom.js";
import { betName } from "../house.js";
import { money } from "../money.js";
import { faultLine } from "../page.js";
import { plan } from "../table/plan.js";
import { timeTaken } from "./time-taken.js";
import { t } from "../words.js";
import { lines, report, unanswered } from "./answer-form.js";
import { board, readable, sceneOf } from "./board.js";
import { explained } from "./explanation.js";
import { marksOf } from "./record.js";
import { addressOf, kindName, LEVELS, levelName, setForm, weakClauses } from "./set-form.js";
import { answers, feltOf, TEN } from "./state.js";
import { sentence } from "../sentence.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Question} Question */
/** @typedef {import("./actions.js").TrainActions} TrainActions */

/** Right situations of ten after which a harder level is offered. */
const WELL = 8;

/** @param {State} state @param {TrainActions} actions */
export function view(state, actions) {
  return [page(state, actions), faultLine(state.fault, "fault train-fault")];
}

/** @param {State} state @param {TrainActions} actions */
function page(state, actions) {
  if (!state.asked) return setForm(state, actions);
  if (state.question) return asked(state, state.question, actions);
  if (answers(state).length >= TEN) return summary(state, actions);
  return h("h1", { key: "h1", class: "unseen" }, t("train.title"));
}

/** @param {State} state @param {Question} question @param {TrainActions} actions */
function asked(state, question, actions) {
  const { situation, checked, large } = question;
  const sheet = state.sheets.find((each) => each.id === state.wanted.sheet);
  const felt = feltOf(state);
  if (!sheet || !felt) return null;
  const laid = readable(plan(felt, situation.table.boxes, state.room, large));
  const drawn = board(
    sceneOf(situation, felt, sheet, checked, large),
    laid,
    (box, bet) => actions.press(box, bet),
    (box) => actions.pick(box),
  );
  return h(
    "section",
    { key: "question", class: "train-page" },
    head(question, answers(state)),
    h(
      "div",
      { class: "train-felt" },
      h("div", { key: "felt", class: `stage ${laid.kind} phase-playing` }, drawn),
      plate(situation.table, situation.sheet),
    ),
    h(
      "div",
      { key: situation.id, class: "train-panel" },
      situation.what &&
        h("p", { key: "what", class: "train-what" }, sentence(situation.what, { reason: situation.said })),
      checked
        ? [explained(checked, situation.sheet, question.saying.rows), onward(answers(state).length, actions)]
        : answerForm(question, state.busy, actions),
    ),
  );
}

/** @param {Question} question @param {boolean[]} done */
function head({ situation, checked }, done) {
  const number = checked ? done.length : done.length + 1;
  return h(
    "header",
    { class: "train-head" },
    h("h1", null, t("train.number", { number, of: TEN })),
    dots(done, done.length),
    h("span", { class: "muted" }, kindName(situation.kind)),
    h("a", { class: "train-leave", href: "/train" }, t("train.leave")),
  );
}

/** @param {number} done @param {TrainActions} actions */
function onward(done, actions) {
  const words = done >= TEN ? t("train.to_summary") : t("train.next");
  const press = () => void actions.next();
  return h(
    "p",
    { key: "next", class: "train-acts" },
    h("button", { type: "button", class: "main train-next", onclick: press }, words),
  );
}

/** @param {Question} question @param {boolean} busy @param {TrainActions} actions */
function answerForm({ situation, saying, warned }, busy, actions) {
  const ofReport = situation.kind === "report";
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    void actions.check();
  };
  const changed = () => actions.draw();
  const open = unanswered(saying, ofReport);
  return h(
    "form",
    { key: "form", onsubmit, novalidate: true },
    h("h2", { class: "unseen" }, t("train.answer")),
    ofReport
      ? report(saying, situation, changed)
      : lines(saying, situation.sheet, (row) => actions.pick(row.box), changed),
    h(
      "p",
      { key: "open", class: "train-open", role: "status" },
      warned && open > 0 && t("train.open", { count: open }),
    ),
    h(
      "p",
      { key: "check", class: "train-acts" },
      h("button", { class: "main", disabled: busy }, t("train.check")),
      h("small", null, ofReport ? t("train.keys_report") : t("train.keys")),
    ),
  );
}

/** @param {boolean[]} done @param {number} asked */
function dots(done, asked) {
  const right = done.filter(Boolean).length;
  return h(
    "span",
    { class: "train-dots", role: "img", "aria-label": t("train.score", { right, asked }) },
    Array.from({ length: TEN }, (_, place) =>
      h("i", { key: place, class: place < done.length ? (done[place] ? "right" : "wrong") : "" }),
    ),
  );
}

/** What the table shows besides: the sign, the jackpot bet, the limits. @param {import("./state.js").SituationNow["table"]} table @param {string} sheet */
function plate(table, sheet) {
  if (!table.displayed && !table.jackpot_bet && !Object.keys(table.limits).length) return null;
  return h(
    "dl",
    { key: "plate", class: "train-plate" },
    table.displayed && [
      h("dt", { key: "sign" }, t("sign.progressive")),
      h("dd", { key: "shown", translate: "no" }, money(table.displayed, { cents: true })),
    ],
    table.jackpot_bet && [
      h("dt", { key: "bet" }, t("sign.jackpot_bet")),
      h("dd", { key: "price", translate: "no" }, money(table.jackpot_bet)),
    ],
    Object.entries(table.limits).map(([bet, { least, most }]) => [
      h("dt", { key: `${bet} name` }, betName(bet, sheet)),
      h("dd", { key: bet, translate: "no" }, `${money(least)} – ${money(most)}`),
    ]),
  );
}

/** Of so many points how many were right, and how long it took. @param {import("./record.js").Mark} marks */
function marksWords({ right, points, seconds }) {
  return t("train.marks", { right, points, time: timeTaken(seconds) });
}

/** After ten: the score, what was missed, and how to go on. @param {State} state @param {TrainActions} actions */
function summary(state, actions) {
  const { wanted } = state;
  const done = answers(state);
  const well = done.filter(Boolean).length >= WELL;
  const harder = well && wanted.level ? LEVELS[LEVELS.indexOf(wanted.level) + 1] : undefined;
  const more = () => actions.begin({ ...wanted, seed: String(Number(wanted.seed) + 1) });
  return h(
    "section",
    { key: "summary", class: "train-start" },
    h("h1", null, t("train.over")),
    h("p", { class: "train-score", translate: "no" }, `${done.filter(Boolean).length} / ${done.length}`),
    dots(done, done.length),
    h("p", { key: "marks" }, marksWords(marksOf(addressOf(wanted)))),
    weakClauses(state, actions),
    h(
      "p",
      { key: "same", class: "muted" },
      t("train.same_set"),
      " ",
      h("a", { href: addressOf(wanted), translate: "no" }, location.origin + addressOf(wanted)),
    ),
    h(
      "p",
      { key: "acts", class: "train-acts" },
      harder !== undefined &&
        h(
          "button",
          {
            key: "harder",
            type: "button",
            class: "main",
            onclick: () => actions.begin({ ...wanted, level: harder }),
          },
          t("train.harder", { level: levelName(harder) }),
        ),
      h(
        "button",
        { key: "more", type: "button", class: harder === undefined ? "main" : "quiet", onclick: more },
        t("train.ten_more"),
      ),
      h("button", { type: "button", class: "quiet", onclick: () => actions.begin(wanted) }, t("train.again")),
      h("a", { class: "button quiet", href: "/train" }, t("train.choose")),
    ),
  );
}

/** The page of a coached hand: the felt, and beside it the step that is taken now with its reasons. */

import { h } from "../dom.js";
import { faultLine } from "../page.js";
import { drawing, STILL } from "../table/drawing.js";
import { plan } from "../table/plan.js";
import { t, gameName } from "../words.js";
import { stepOf } from "./state.js";
import { panel } from "./steps.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Step} Step */
/** @typedef {import("./actions.js").CoachActions} CoachActions */

/** The parts of a hand, and at which steps each is played. @type {[import("../words.js").Word, Step[]][]} */
const PARTS = [
  ["coach.part_bet", ["bet", "more"]],
  ["coach.part_look", ["look"]],
  ["coach.part_decide", ["decide"]],
  ["coach.part_show", ["wait"]],
  ["coach.part_paid", ["over"]],
];

/** @param {State} state @param {CoachActions} actions */
export function view(state, actions) {
  const { now, scene, sheet, felt } = state;
  if (!now || !scene || !sheet || !felt) return choice(state);
  const laid = plan(felt, now.table.boxes, state.room, now.box);
  const drawn = drawing(scene, laid, {
    ...STILL,
    areas: { ...STILL.areas, press: (box, bet) => void actions.press(box, bet) },
    look: () => void actions.look(),
  });
  const step = stepOf(now, scene);
  return h(
    "section",
    { key: "hand", class: "train-page coach-page" },
    h(
      "header",
      { class: "train-head" },
      h("h1", null, t("coach.title", { game: gameName(sheet.title) })),
      parts(step),
      h(
        "a",
        { class: "train-leave", href: state.table ? `/tables/${encodeURIComponent(state.table)}` : "/" },
        t("coach.leave"),
      ),
    ),
    h(
      "div",
      { class: "train-felt" },
      h(
        "div",
        {
          key: "felt",
          class: `stage ${laid.kind} phase-${now.round.phase}`,
          "data-version": now.legal.version,
        },
        drawn,
      ),
    ),
    h(
      "div",
      { class: "train-panel coach-panel" },
      h("p", { key: "practice", class: "muted coach-practice" }, t("coach.practice")),
      h("div", { key: step, class: "coach-step" }, panel(step, state, now, scene, actions)),
      faultLine(state.fault),
    ),
  );
}

/** How far the hand has come. @param {Step} step */
function parts(step) {
  return h(
    "ol",
    { class: "coach-parts", "aria-label": t("coach.parts") },
    PARTS.map(([word, steps]) =>
      h("li", { key: word, "aria-current": steps.includes(step) ? "step" : undefined }, t(word)),
    ),
  );
}

/** Every game that can be learnt. @param {State} state */
function choice({ sheets, wanted, fault, felt }) {
  const unknown = wanted && sheets.length > 0 && !felt;
  return h(
    "section",
    { key: "choice", class: "train-start" },
    h("h1", null, t("coach.choose")),
    unknown && h("p", { key: "unknown", role: "alert" }, t("coach.unknown", { name: wanted })),
    h("p", { key: "what" }, t("coach.choose_text")),
    (!wanted || unknown) &&
      h(
        "ul",
        { key: "games", class: "coach-games" },
        sheets.map(({ id, short, title }) =>
          h(
            "li",
            { key: id },
            h("a", { class: "button", href: `/learn/${encodeURIComponent(short)}`, translate: "no" }, title),
            " ",
            h("span", { class: "muted", translate: "no" }, short),
          ),
        ),
      ),
    faultLine(fault),
  );
}

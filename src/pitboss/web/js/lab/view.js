/** The lab's page: the question, what can be moved, and what was found. */

import { h } from "../dom.js";
import { t } from "../words.js";
import { controls } from "./controls.js";
import { questionForm, status } from "./form.js";
import { sections } from "./results.js";
import { simulation } from "./run-form.js";
import { meter, titleOf, today } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./actions.js").LabActions} LabActions */

/** @param {State} state @param {LabActions} actions */
export function view(state, actions) {
  const { question, sheets, busy } = state;
  return h(
    "div",
    { key: "lab", class: "lab" },
    h(
      "header",
      { key: "head", class: "lab-head" },
      h("h1", null, t("lab.title")),
      h("p", { class: "muted" }, t("lab.text")),
    ),
    questionForm(question, sheets, {
      open: (sheet) => void actions.openSheet(sheet),
      changed: () => actions.ask(),
    }),
    status(state.fault, state.job, () => actions.cancel()),
    h(
      "div",
      { key: "bench", class: "bench" },
      h(
        "section",
        { key: "move", class: "lab-move", "aria-label": t("lab.what_if") },
        movables(state, actions),
      ),
      h(
        "div",
        {
          key: "answers",
          class: "lab-answers",
          made: (/** @type {Element} */ box) => actions.sizes.observe(box),
        },
        h(
          "div",
          { key: "found", class: `lab-found ${busy ? "busy" : ""}`, "aria-busy": busy ? "true" : "false" },
          results(state, actions),
        ),
        simulation(state.run, actions.run, state.width),
      ),
    ),
  );
}

/** @param {State} state @param {LabActions} actions */
function movables(state, actions) {
  const { moved, sheet } = state.question;
  const onclick = () => actions.reset();
  return [
    h(
      "div",
      { key: "head", class: "lab-move-head" },
      h("h2", null, t("lab.what_if")),
      moved.size > 0 && h("button", { type: "button", class: "quiet", onclick }, t("lab.all_back")),
    ),
    controls(state.movables, moved, sheet, (path, value) => actions.move(path, value)),
  ];
}

/** @param {State} state @param {LabActions} actions */
function results(state, actions) {
  const { found, question, how, width } = state;
  if (!found) return null;
  const shown = {
    ...found,
    title: titleOf(state, question.sheet),
    otherTitle: titleOf(state, question.other),
    meter: meter(state),
    today: today(state),
    ofToday: !question.meter,
    width,
    how,
  };
  return sections(shown, {
    set: (change) => actions.set({ how: { ...how, ...change } }),
    display: (value) => actions.display(value),
    drawn: (box) => actions.sizes.observe(box),
    take: (kind) => void actions.take(kind),
  });
}

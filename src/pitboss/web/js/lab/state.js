/** What the lab's page knows: the question, what can be moved, what was found, and how it is shown. */

import { Question } from "./question.js";
import { newRun } from "./run-state.js";

/** @typedef {import("../answers").SheetNow} SheetNow */
/** @typedef {import("../answers").MovableNow} MovableNow */
/** @typedef {import("../answers").TableNow} TableNow */
/** @typedef {import("./answer.js").Odds} Odds */
/** @typedef {Map<Odds | null, import("./face-up-map.js").FaceUp>} FaceUps best play by the Dealer's face-up card */

/** The displayed value that is asked about where no link says one. */
const NO_LINK = "100000.00";

export function newState() {
  return {
    question: new Question(),
    /** @type {SheetNow[]} */
    sheets: [],
    /** @type {TableNow[]} */
    tables: [],
    /** @type {MovableNow[]} */
    movables: [],
    /** @type {{now: Odds, before: Odds | null, beside: Odds | null, faceUp?: FaceUps} | null} */
    found: null,
    /** A long count that is under way. @type {import("../answers").JobNow | null} */
    job: null,
    run: newRun(),
    how: { bet: "ante", log: false, exact: false },
    fault: "",
    busy: false,
    width: 640,
  };
}

/** @typedef {ReturnType<typeof newState>} State */

/** The title of a sheet. @param {State} state @param {string} id */
export function titleOf({ sheets }, id) {
  const sheet = sheets.find((each) => each.id === id);
  return sheet ? `${sheet.title}, ${sheet.version}` : id;
}

/** What the sign of the sheet's link shows now, in whole cents. @param {State} state */
export function today({ tables, question }) {
  const shown = tables.find((table) => table.sheet === question.sheet && table.displayed)?.displayed;
  return shown?.replace(/(\.\d\d).*$/, "$1") ?? null;
}

/** The displayed value that is asked about. @param {State} state */
export function meter(state) {
  return state.question.meter || today(state) || NO_LINK;
}

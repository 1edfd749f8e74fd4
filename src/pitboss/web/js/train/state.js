/** What the trainer's page knows: the set that is wanted, the situation that is asked, and its answer. */

import { answered } from "./record.js";
import { addressOf, anySeed, wantedIn } from "./set-form.js";

/** @typedef {import("../answers").SituationNow} SituationNow */
/** @typedef {import("../answers").CheckedNow} CheckedNow */
/** @typedef {import("../answers").ClauseToTrain} ClauseToTrain */
/** @typedef {import("../answers").FeltNow} FeltNow */
/** @typedef {import("../answers").SheetNow} SheetNow */
/** @typedef {import("./answer-form.js").Saying} Saying */
/** @typedef {import("../answers").TrainingNow} TrainingNow */
/** @typedef {{id: string, situation: SituationNow, saying: Saying, checked: CheckedNow | null, warned: boolean, large: number}} Question `warned`: it was said that something has no answer */

/**
 * @typedef {object} State
 * @property {boolean} asked whether the address names a set
 * @property {import("./set-form.js").Wanted} wanted
 * @property {SheetNow[]} sheets
 * @property {FeltNow[]} felts
 * @property {ClauseToTrain[]} clauses of the wanted sheet
 * @property {TrainingNow | null} progress of the account
 * @property {Question | null} question
 * @property {string} fault
 * @property {boolean} busy
 * @property {{width: number, height: number}} room for the felt
 */

/** Situations of a set. */
export const TEN = 10;

/** @param {string} search of the address @returns {State} */
export function newState(search) {
  const asked = wantedIn(search);
  return {
    asked: asked !== null,
    wanted: asked ?? { sheet: "", kind: "", clause: "", level: "easy", seed: anySeed() },
    sheets: [],
    felts: [],
    clauses: [],
    progress: null,
    question: null,
    fault: "",
    busy: false,
    room: { width: 0, height: 0 },
  };
}

/** Whether each situation of the set so far was answered right. @param {State} state */
export function answers({ wanted }) {
  return answered(addressOf(wanted));
}

/** @param {State} state */
export function feltOf({ felts, wanted }) {
  return felts.find((each) => each.sheet === wanted.sheet) ?? null;
}

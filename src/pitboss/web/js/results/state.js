/** What the page of training results knows: all trainees, or one of them with their answers, or one answer. */

/** @typedef {import("../answers").TraineeNow} TraineeNow */
/** @typedef {import("../answers").TrainingNow} TrainingNow */
/** @typedef {import("../answers").AnswerKept} AnswerKept */
/** @typedef {import("../answers").AnswerThen} AnswerThen */
/** @typedef {import("../answers").SheetNow} SheetNow */
/** @typedef {import("../answers").FeltNow} FeltNow */

/**
 * @typedef {object} State
 * @property {string} name the trainee; empty for all
 * @property {string} question the answer that is looked at; empty for all
 * @property {SheetNow[]} sheets
 * @property {FeltNow[]} felts
 * @property {TraineeNow[] | null} trainees
 * @property {TrainingNow | null} training
 * @property {AnswerKept[]} answers the newest first
 * @property {boolean} more whether there are earlier ones
 * @property {AnswerThen | null} then
 * @property {number} large the box that a phone shows
 * @property {boolean} sure whether it was asked for to erase everything
 * @property {boolean} busy
 * @property {string} fault
 */

/** Answers of a page. */
export const PAGE = 100;

/** @param {string} name @param {string} question @returns {State} */
export function newState(name, question) {
  return {
    name,
    question,
    sheets: [],
    felts: [],
    trainees: null,
    training: null,
    answers: [],
    more: false,
    then: null,
    large: 0,
    sure: false,
    busy: false,
    fault: "",
  };
}

/** A game by its title. @param {State} state @param {string} id */
export function gameOf({ sheets }, id) {
  const sheet = sheets.find((each) => each.id === id);
  return sheet ? `${sheet.short} ${sheet.version}` : id;
}

/** What is asked in the lab besides pays: the sheet, the one beside it, stakes, other boxes; and how far a count is. */

import { h } from "../dom.js";
import { currencySign } from "../house.js";
import { t, gameName } from "../words.js";
import { refusal, sentence } from "../sentence.js";

/** @typedef {import("../answers").SheetNow} SheetNow */
/** @typedef {import("./question.js").Question} Question */
/** @typedef {import("../answers").JobNow} JobNow */
/** @typedef {{value: string, name: string, plain?: boolean}} Option */
/** @typedef {{open: (sheet: string) => void, changed: () => void}} Asked */

/** @param {Question} question @param {SheetNow[]} sheets @param {Asked} asked */
export function questionForm(question, sheets, asked) {
  const others = sheets.filter((sheet) => sheet.id !== question.sheet).map(named);
  /** @param {"other" | "ante" | "jackpot" | "others"} name */
  const set = (name) => (/** @type {string} */ value) => {
    question[name] = value;
    asked.changed();
  };
  return h(
    "form",
    {
      key: "question",
      class: "lab-question",
      onsubmit: (/** @type {Event} */ event) => event.preventDefault(),
    },
    select("sheet", t("lab.sheet"), question.sheet, sheets.map(named), asked.open),
    select(
      "with",
      t("lab.with"),
      question.other,
      [{ value: "", name: t("rulebook.with_none") }, ...others],
      set("other"),
    ),
    amount("ante", t("lab.ante", { sign: currencySign() }), question.ante, set("ante")),
    sheets.find((sheet) => sheet.id === question.sheet)?.jackpot !== false &&
      amount("jackpot", t("lab.jackpot_bet", { sign: currencySign() }), question.jackpot, set("jackpot")),
    select("others", t("lab.others"), question.others, NUMBERS, set("others")),
  );
}

/** @type {Option[]} */
const NUMBERS = [..."0123456"].map((value) => ({ value, name: value, plain: true }));

/** @param {SheetNow} sheet @returns {Option} */
function named(sheet) {
  return { value: sheet.id, name: `${sheet.short} ${sheet.version} · ${gameName(sheet.title)}`, plain: true };
}

/** @param {string} name @param {string} label @param {string} value @param {Option[]} options @param {(value: string) => void} pick */
function select(name, label, value, options, pick) {
  /** @param {Event} event */
  const onchange = (event) => pick(/** @type {HTMLSelectElement} */ (event.target).value);
  return h(
    "label",
    { key: name },
    h("span", null, label),
    h(
      "select",
      { name, value, onchange },
      options.map((each) =>
        h(
          "option",
          { key: each.value, value: each.value, translate: each.plain ? "no" : undefined },
          each.name,
        ),
      ),
    ),
  );
}

/** @param {string} name @param {string} label @param {string} value @param {(value: string) => void} set */
function amount(name, label, value, set) {
  /** @param {Event} event */
  const oninput = (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    if (field.checkValidity()) set(field.value);
  };
  return h(
    "label",
    { key: name },
    h("span", null, label),
    h("input", {
      name,
      inputmode: "decimal",
      pattern: "\\d{1,7}(\\.\\d{1,2})?",
      required: true,
      value,
      oninput,
    }),
  );
}

/** What went wrong, and how far a long count is. @param {string} fault @param {JobNow | null} job @param {() => void} cancel */
export function status(fault, job, cancel) {
  return h(
    "div",
    { key: "status", class: "lab-status" },
    fault && h("p", { key: "fault", class: "fault", role: "alert" }, refusal(fault)),
    job &&
      h(
        "p",
        { key: "far", class: "far", role: "status" },
        h("span", null, t("lab.counting")),
        " ",
        sentence(job.what),
        h("progress", {
          max: job.of || 1,
          value: job.of ? job.done : undefined,
          "aria-label": t("lab.counting"),
        }),
        h("button", { type: "button", class: "quiet", onclick: cancel }, t("lab.cancel")),
      ),
  );
}

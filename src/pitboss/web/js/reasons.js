/** Why a bet got what it got: the result, the money, the sentence, the clauses. Every page shows it the same way. */

import { h } from "./dom.js";
import { betName } from "./house.js";
import { cents, gain, money } from "./money.js";
import { t, term } from "./words.js";
import { sentence } from "./sentence.js";

/** @typedef {import("./answers").LineNow} LineNow */
/** @typedef {import("./answers").NoteNow} NoteNow */
/** @typedef {import("./answers").OpenPointNow} OpenPointNow */
/** @typedef {import("./dom.js").VNode} VNode */

/**
 * One line of a settlement.
 *
 * @param {LineNow} line
 * @param {string} sheet the sheet that numbers the clauses
 * @param {{open?: boolean, who?: boolean}} [how] shown in full; with the box and the player
 * @returns {VNode}
 */
export function why(line, sheet, how = {}) {
  return h(
    "details",
    { key: `${line.box} ${line.player} ${line.bet}`, class: `why ${tone(line.net)}`, open: how.open },
    h(
      "summary",
      null,
      how.who &&
        h(
          "span",
          { class: "why-who" },
          t("why.box", { box: line.box }),
          " ",
          h("span", { translate: "no" }, line.player),
        ),
      h(
        "span",
        { class: "why-bet" },
        betName(line.bet, sheet),
        " ",
        // A bonus has no stake of its own.
        cents(line.stake) > 0n && h("span", { class: "muted", translate: "no" }, money(line.stake)),
      ),
      h("span", null, term("result", line.result)),
      h("strong", { class: "why-net", translate: "no" }, got(line)),
    ),
    sentence(line.why, { reason: line.reason }, "p"),
    h("p", { class: "why-clauses" }, t("why.clauses"), " ", clauseLinks(line.clauses, sheet)),
  );
}

/** What a bet gained, or that it came back. @param {LineNow} line */
export function got(line) {
  const back = cents(line.net) === 0n && cents(line.stake) > 0n;
  return back ? t("why.back", { amount: money(line.stake) }) : gain(line.net);
}

/**
 * What was done otherwise than the sheet orders, for a supervisor.
 *
 * @param {readonly NoteNow[]} notes
 * @param {string} sheet the sheet that numbers the clauses
 */
export function noted(notes, sheet) {
  return notes.map((note) =>
    h(
      "p",
      { key: `note ${note.text}`, class: "noted" },
      h("b", null, t("why.noted")),
      " ",
      sentence(note.text, { reason: note.reason }),
      " ",
      clauseLinks(note.clauses, sheet),
    ),
  );
}

/**
 * The open points of the sheet that bear on a settlement: as they are read, and how else they could be.
 *
 * @param {readonly OpenPointNow[]} readings
 * @param {string} sheet the sheet that numbers the clauses
 */
export function read(readings, sheet) {
  return readings.map((reading) =>
    h(
      "details",
      { key: `reading ${reading.question}`, class: "noted reading" },
      sentence(reading.question, {}, "summary"),
      sentence(`${reading.taken}.`, {}, "p"),
      h(
        "p",
        null,
        t("why.otherwise"),
        " ",
        reading.others.map((other) => sentence(`${other}.`, { key: other })),
      ),
      h("p", { class: "why-clauses" }, t("why.clauses"), " ", clauseLinks(reading.clauses, sheet)),
    ),
  );
}

/**
 * Clauses as links to the rulebook.
 *
 * @param {readonly string[]} clauses
 * @param {string} sheet
 */
export function clauseLinks(clauses, sheet) {
  return clauses.map((clause) =>
    h(
      "a",
      {
        key: clause,
        class: "clause",
        href: `/rulebook/${encodeURIComponent(sheet)}/${encodeURIComponent(clause)}`,
        translate: "no",
      },
      clause,
    ),
  );
}

/** @param {string} net @returns {"win" | "loss" | "held"} */
export function tone(net) {
  const amount = cents(net);
  return amount > 0n ? "win" : amount < 0n ? "loss" : "held";
}

/** The sheets with their clauses, read once, and the search in them. */

import { read } from "../api.js";
import { h } from "../dom.js";
import { loadReasons, said } from "../words.js";

/** @typedef {import("../answers").SheetNow} SheetNow */
/** @typedef {import("../answers").ClauseNow} ClauseNow */

export const KINDS = /** @type {const} */ (["settles", "enforces", "records", "defines"]);

/** A sheet is known by its hash: another version is another book. @type {Map<string, Promise<ClauseNow[]>>} */
const books = new Map();

/** @returns {Promise<SheetNow[]>} */
export function readSheets() {
  return read("/api/sheets");
}

/** @param {SheetNow} sheet @returns {Promise<ClauseNow[]>} */
export function readClauses(sheet) {
  const known = books.get(sheet.hash);
  if (known) return known;
  const clauses = read(`/api/sheets/${encodeURIComponent(sheet.id)}/clauses`);
  const asked = Promise.all([clauses, loadReasons(["gists", "irregularities", "explanation"])]).then(
    ([found]) => found,
  );
  books.set(sheet.hash, asked);
  asked.catch(() => books.delete(sheet.hash));
  return asked;
}

/** The words of a question, in lower case. @param {string} text */
export function wordsOf(text) {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/**
 * Clauses that have every word in their gist, in the sheet's language or the reader's, or begin with a number that is asked for.
 *
 * @param {ClauseNow[]} clauses
 * @param {string[]} words
 * @param {string} [kind]
 */
export function search(clauses, words, kind = "") {
  return clauses.filter(
    (clause) =>
      (!kind || clause.kind === kind) &&
      words.every((word) => told(clause.gist).includes(word) || within(clause.clause, word)),
  );
}

/** @param {string} gist */
function told(gist) {
  return `${gist} ${said(gist).text}`.toLowerCase();
}

/** Whether a clause is the one of a number, or below it. @param {string} clause @param {string} number */
function within(clause, number) {
  return clause === number || clause.startsWith(number.endsWith(".") ? number : `${number}.`);
}

/** A text with the words of the question marked. @param {string} text @param {string[]} words */
export function marked(text, words) {
  if (!words.length) return text;
  const plain = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return text
    .split(new RegExp(`(${plain.join("|")})`, "i"))
    .map((part, place) => (place % 2 ? h("mark", { key: place }, part) : part));
}

/** @param {string} sheet @param {string} [clause] */
export function pathOf(sheet, clause) {
  const path = `/rulebook/${encodeURIComponent(sheet)}`;
  return clause ? `${path}/${encodeURIComponent(clause)}` : path;
}

/** How deep a clause stands: 5 is above 5.8, which is above 5.8.1. @param {string} clause */
export function depthOf(clause) {
  return clause.split(".").length + (/\d[a-z]$/.test(clause) ? 1 : 0);
}

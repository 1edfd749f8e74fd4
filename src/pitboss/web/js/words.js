/** Words for people, in the language of the reader. Every text of a page is in the catalogue. */

import { BET_TITLES } from "./bet-titles.js";
import { fill, known, say, slug } from "./message.js";
import { options } from "./options.js";

/** @typedef {keyof typeof import("../../words/en/pages.json") | keyof typeof import("../../words/en/terms.json") | keyof typeof import("../../words/en/coach.json") | keyof typeof import("../../words/en/console.json") | keyof typeof import("../../words/en/lab.json") | keyof typeof import("../../words/en/rounds.json") | keyof typeof import("../../words/en/rulebook.json") | keyof typeof import("../../words/en/staff.json") | keyof typeof import("../../words/en/training.json")} Word */
/** @typedef {"coach" | "console" | "lab" | "rounds" | "rulebook" | "staff" | "training" | "you"} Part */
/** @typedef {import("./message.js").Reason} Reason */

/** What every page speaks. */
const BASE = ["pages", "terms"];
/** What the API says in another language than English; a page names those parts that it shows. */
const OF_API = /** @type {const} */ ([
  "audit",
  "card-sets",
  "comparison",
  "explanation",
  "files",
  "floor",
  "history",
  "irregularities",
  "jackpots",
  "link-events",
  "mathematics",
  "people",
  "play",
  "reconcile",
  "request",
  "round",
  "round-events",
  "settlement",
  "sheets",
  "tables",
  "witness",
]);
/** @typedef {typeof OF_API[number] | "gists"} PartOfApi */

/** The catalogue of the chosen language, and of no other. @type {Record<string, string>} */
let words = {};
/** The language that is spoken. */
let spoken = "en";
/** What the API says, as far as it has been asked for. @type {Set<PartOfApi>} */
const ofApi = new Set();
/** The parts of the catalogue that have been asked for. @type {Set<Part>} */
const parts = new Set();
/** The account of the reader, whom an entry that ends in `.you` addresses. */
let reader = "";

/** Refusals that were told as they came, with their reasons. @type {Map<string, Reason | null | undefined>} */
const asCame = new Map();

/** Milliseconds for which an answer waits for its words: their connection can be dead, and the answer is not. */
const SOON = 1000;

/** Load the words of a language: of the chosen one, or of another for a while. @param {string} [language] */
export async function speak(language = options.language) {
  words = await loadAll(language, [...BASE, ...parts, ...(language === "en" ? [] : ofApi)]);
  spoken = language;
}

/** The entries of some parts of the catalogue. @param {string} language @param {string[]} wanted @returns {Promise<Record<string, string>>} */
async function loadAll(language, wanted) {
  const found = await Promise.all(
    wanted.map((part) => import(`../../words/${language}/${part}.json`, { with: { type: "json" } })),
  );
  return Object.assign({}, ...found.map((each) => each.default));
}

/** Load a part of the catalogue in the language that is spoken. @param {Part} part */
export async function loadWords(part) {
  if (parts.has(part)) return;
  const found = await loadAll(spoken, [part]);
  words = { ...words, ...found };
  parts.add(part);
}

/** Load what the API says, in the language of the reader: it is English. @param {readonly PartOfApi[]} wanted */
export async function loadReasons(wanted) {
  const missing = wanted.filter((part) => !ofApi.has(part));
  const found = spoken === "en" ? {} : await loadAll(spoken, missing);
  words = { ...words, ...found };
  for (const part of missing) ofApi.add(part);
}

/** Load what an answer says beyond the parts of its page; it is not kept waiting for long. @param {any} answer */
export async function loadSaid(answer) {
  await soon(loadUnknown(answer));
}

/** Load what an answer says beyond the parts of its page. @param {any} answer */
async function loadUnknown(answer) {
  if (spoken !== "en" && unknown(answer)) await loadReasons(OF_API);
}

/** Wait for words, but not for long. @param {Promise<unknown>} loaded */
async function soon(loaded) {
  const late = new Promise((done) => setTimeout(done, SOON));
  await Promise.race([loaded.catch(() => undefined), late]);
}

/** Whether there is a reason in an answer that cannot be said yet. @param {any} answer @returns {boolean} */
function unknown(answer) {
  if (typeof answer !== "object" || answer === null) return false;
  if (isReason(answer)) return !known(words, answer);
  return Object.values(answer).some(unknown);
}

/** @param {any} value @returns {value is Reason} */
function isReason(value) {
  const { code, ...rest } = value;
  return typeof code === "string" && code !== "text" && Object.keys(rest).every((name) => name === "params");
}

/** Address somebody who has signed in where a reason is about them; nobody where it is null. @param {string | null} name */
export function address(name) {
  reader = name ?? "";
}

/** Whether a reason is about its reader. @param {Reason | null} [reason] */
function isOfReader(reason) {
  const { player, name } = reason?.params ?? {};
  return reader !== "" && [player, name].includes(reader);
}

/** A reason that is about its reader, addressed to them once the words for it are there. @param {Reason | null} [reason] @returns {Reason | null} */
function addressed(reason) {
  if (!reason || !isOfReader(reason)) return null;
  void loadWords("you").catch(() => undefined);
  const code = `${reason.code}.you`;
  return code in words ? { ...reason, code } : null;
}

/**
 * The text for a word of the catalogue with its gaps filled, each number in the right plural form.
 *
 * @param {Word} word
 * @param {Record<string, string | number | bigint>} [values]
 */
export function t(word, values = {}) {
  return fill(words, word, values);
}

/**
 * What the API says, in the language of the reader: by its reason, or by its text in English.
 *
 * @param {string} text
 * @param {Reason | null} [reason]
 * @returns {{text: string, lang: string}}
 */
export function said(text, reason) {
  const yours = addressed(reason);
  if (yours) return { text: say(words, yours), lang: words["language.tag"] };
  if (spoken === "en") return { text, lang: "en" };
  const told = reason && known(words, reason) ? say(words, reason) : words[`gist.${slug(text)}`];
  return told === undefined ? { text, lang: "en" } : { text: told, lang: words["language.tag"] };
}

/** Load the gists of clauses, for pages that show them. */
export function loadGists() {
  return loadReasons(["gists"]);
}

/**
 * Why the API refused, in the language of the reader; where its words do not come soon, as it came, until they
 * are there.
 *
 * @param {{message?: string, reason?: Reason | null}} fault
 */
export async function refusalOf({ message = "", reason }) {
  const yours = isOfReader(reason) && loadWords("you").catch(() => undefined);
  const loaded = Promise.all([loadUnknown(reason), yours]);
  await soon(loaded);
  const { text, lang } = said(message, reason);
  if (lang !== words["language.tag"]) {
    asCame.set(text, reason);
    loaded.then(() => turn(text)).catch(() => undefined);
  }
  return text;
}

/** Say a refusal that is shown as it came in the language of the reader. @param {string} came */
function turn(came) {
  const { text, lang } = refused(came);
  if (lang) return;
  for (const element of document.querySelectorAll("[lang=en]")) {
    if (element.textContent !== came) continue;
    element.textContent = text;
    element.removeAttribute("lang");
  }
}

/**
 * A refusal, and its language where that is not the reader's.
 *
 * @param {string} came
 * @returns {{text: string, lang: string | null}}
 */
export function refused(came) {
  if (!asCame.has(came)) return { text: came, lang: null };
  const { text, lang } = said(came, asCame.get(came));
  return { text, lang: lang === words["language.tag"] ? null : lang };
}

/**
 * The text for a word that comes from the API, such as the name of a bet; what the catalogue does not have is
 * shown as it came.
 *
 * @param {string} group `bet`, `hand`, `result`, `says` …
 * @param {string} name
 * @param {string} [otherwise]
 */
export function term(group, name, otherwise = name.replaceAll("_", " ")) {
  return words[`${group}.${name}`] ?? otherwise;
}

/**
 * The name of a bet: as its sheet has it, or a translation of just that title.
 *
 * @param {string} bet
 * @param {string} [title] what the sheet calls it
 */
export function betTerm(bet, title) {
  return title !== undefined && title !== BET_TITLES[bet] ? title : term("bet", bet, title);
}

/** A game by the title of its sheet, in the language of the reader where the catalogue has it. @param {string} title */
export function gameName(title) {
  return term("game", title.toLowerCase().replace(/[^a-z0-9]+/g, "_"), title);
}

/**
 * The name of a hand or of a line of a pay table, by its key or its title in a sheet; null where the catalogue has
 * none, and the title is to be shown as it is.
 *
 * @param {string} title
 * @returns {string | null}
 */
export function handName(title) {
  const from = /^([a-z_]+):([2-9TJQKA])$/.exec(title);
  if (from) return handFrom(from[1], from[2]);
  const key = title.toLowerCase().replace(/[^a-z0-9]+/g, "_");
  return words[`hand.${key}`] ?? words[`pay.${key}`] ?? words[`title.${key}`] ?? null;
}

const OF_A_KIND = ["one_pair", "three_of_a_kind", "four_of_a_kind"];

/**
 * A line that begins at a rank: "Pair of tens or higher", "Straight, nine high or higher".
 *
 * @param {string} category
 * @param {string} rank
 */
function handFrom(category, rank) {
  const plain = `${term("hand", category)}, ${term("called", "five_odd_cards")}`;
  const called = OF_A_KIND.includes(category) ? term("called", category) : plain;
  const hand = called.replace("{firsts}", term("ranks", rank)).replace("{first}", term("rank", rank));
  return t("sign.or_higher", { hand });
}

/** A rate of a pay table: `$1250` as it is, `3 to 2` in words, `push` as a Stand Off. @param {string} text */
export function rateInWords(text) {
  if (text === "push") return term("result", "push");
  const rate = /^(\d+) (to|for) (\d+)$/.exec(text);
  if (!rate) return text;
  return t(rate[2] === "to" ? "sign.to" : "sign.for", { pays: rate[1], stake: rate[3] });
}

/** Words for people, in the language of the reader. Every text of a page is in the catalogue. */

import { BET_TITLES } from "./bet-titles.js";
import { options } from "./options.js";

/** @typedef {keyof typeof import("./words/en.js").default | keyof typeof import("./words/en-console.js").default | keyof typeof import("./words/en-coach.js").default | keyof typeof import("./words/en-lab.js").default | keyof typeof import("./words/en-rounds.js").default | keyof typeof import("./words/en-rulebook.js").default | keyof typeof import("./words/en-staff.js").default | keyof typeof import("./words/en-training.js").default} Word */
/** @typedef {keyof typeof PARTS} Part */

/** Parts of the catalogue that only some pages load, by language. */
export const PARTS = {
  coach: { en: () => import("./words/en-coach.js"), zh: () => import("./words/zh-coach.js") },
  console: { en: () => import("./words/en-console.js"), zh: () => import("./words/zh-console.js") },
  lab: { en: () => import("./words/en-lab.js"), zh: () => import("./words/zh-lab.js") },
  rounds: { en: () => import("./words/en-rounds.js"), zh: () => import("./words/zh-rounds.js") },
  rulebook: { en: () => import("./words/en-rulebook.js"), zh: () => import("./words/zh-rulebook.js") },
  staff: { en: () => import("./words/en-staff.js"), zh: () => import("./words/zh-staff.js") },
  training: { en: () => import("./words/en-training.js"), zh: () => import("./words/zh-training.js") },
};

/** The parts whose pages show sentences for staff and for the lab. @type {Part[]} */
const FOR_STAFF = ["console", "lab", "staff"];

/** The catalogue of the chosen language, and of no other. @type {Record<string, string>} */
let words = {};
/** The language that is spoken. @type {"en" | "zh"} */
let spoken = "en";
/** The parts of the catalogue that have been asked for. @type {Set<Part>} */
const parts = new Set();
let plurals = new Intl.PluralRules("en");
/** Sentences of the API in the chosen language, where it is not theirs. @type {typeof import("./words/sentences-zh.js") | null} */
let sentences = null;

/** Milliseconds for which a refusal waits for its words: their connection can be dead, and the refusal is not. */
const SOON = 1000;

/** A gap to fill: `{name}`, or `{name, plural, one {# round} other {# rounds}}` as in ICU messages. */
const GAP = /\{(\w+)(?:, plural,((?: \w+ \{[^{}]*\})+))?\}/g;
const FORM = /(\w+) \{([^{}]*)\}/g;

/** Load the words of a language: of the chosen one, or of another for a while. @param {"en" | "zh"} [language] */
export async function speak(language = options.language) {
  const chinese = language === "zh";
  const [catalogue, found, ...more] = await Promise.all([
    chinese ? import("./words/zh.js") : import("./words/en.js"),
    chinese ? loadSentences([...parts]) : null,
    ...[...parts].map((part) => PARTS[part][language]()),
  ]);
  words = Object.assign({}, catalogue.default, ...more.map((each) => each.default));
  spoken = language;
  sentences = found;
  plurals = new Intl.PluralRules(language);
}

/** Sentences of the API in Chinese, with those for staff where a part of the catalogue is theirs. @param {Part[]} asked */
async function loadSentences(asked) {
  const found = await import("./words/sentences-zh.js");
  if (asked.some((part) => FOR_STAFF.includes(part))) await found.loadStaff();
  return found;
}

/** Load a part of the catalogue in the language that is spoken. @param {Part} part */
export async function loadWords(part) {
  if (parts.has(part)) return;
  const [found] = await Promise.all([PARTS[part][spoken](), sentences && loadSentences([part])]);
  words = { ...words, ...found.default };
  parts.add(part);
}

/**
 * The text for a word of the catalogue with its gaps filled, each number in the right plural form.
 *
 * @param {Word} word
 * @param {Record<string, string | number | bigint>} [values]
 */
export function t(word, values = {}) {
  return words[word].replace(GAP, (_, name, forms) =>
    forms ? plural(forms, String(values[name])) : String(values[name]),
  );
}

/** @param {string} forms by category @param {string} number */
function plural(forms, number) {
  const found = Object.fromEntries([...forms.matchAll(FORM)].map(([, category, text]) => [category, text]));
  return (found[plurals.select(Number(number))] ?? found.other).replace("#", number);
}

/**
 * A sentence of the API in the language of the reader, where its parts are known, and the language it is in.
 *
 * @param {string} text
 * @returns {{text: string, lang: string}}
 */
export function said(text) {
  const found = sentences?.inChinese(text) ?? null;
  return found === null ? { text, lang: "en" } : { text: found, lang: "zh-Hans" };
}

/** Load the gists of clauses in the language of the reader, for pages that show them. */
export async function loadGists() {
  await sentences?.loadGists();
}

/** Load the refusals of the floor in the language of the reader; where they do not come soon, they are told as they came. */
export async function loadRefusals() {
  if (!sentences) return;
  const late = new Promise((done) => setTimeout(done, SOON));
  await Promise.race([sentences.loadRefusals().catch(() => undefined), late]);
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
  return words[`hand.${key}`] ?? words[`pay.${key}`] ?? null;
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

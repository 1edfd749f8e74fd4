/**
 * Sentences of the rulebook and the lab in Chinese, put together from their parts. A sentence of which any part is
 * unknown stays as it came.
 */

import { BET_TITLES } from "../bet-titles.js";
import { slug } from "../message.js";
import gists from "../../../words/zh/gists.json" with { type: "json" };
import irregularities from "../../../words/zh/irregularities.json" with { type: "json" };
import pages from "../../../words/zh/pages.json" with { type: "json" };
import terms_ from "../../../words/zh/terms.json" with { type: "json" };
import { RULES } from "./rulebook-zh.js";
import { OF_LAB } from "./staff-rules-zh.js";

/** @typedef {Record<string, string>} Words */
/** @typedef {(text: string) => string | null} Part */

/** @type {Record<string, string>} */
const SUITS = { spades: "黑桃", hearts: "红心", diamonds: "方块", clubs: "梅花" };
/** @type {Record<string, string>} */
const RANKS = {
  two: "2",
  three: "3",
  four: "4",
  five: "5",
  six: "6",
  sixe: "6",
  seven: "7",
  eight: "8",
  nine: "9",
  ten: "10",
  jack: "J",
  queen: "Q",
  king: "K",
  ace: "A",
};
const RANK =
  "(?:twos?|threes?|fours?|fives?|six|sixes|sevens?|eights?|nines?|tens?|jacks?|queens?|kings?|aces?)";
/** Cards beside a pair, threes or fours: ` with a king and a seven`. */
const BESIDE = `( with an? ${RANK}(?:(?:,| and|, and) an? ${RANK})*)?`;
const SUIT = "(?:spades|hearts|diamonds|clubs)";
const LETTERS = "(?:[2-9JQKA]|10)(?:-(?:[2-9JQKA]|10))+";

/** What a hand is called, from the longest to the shortest. @type {[RegExp, (found: string[]) => string][]} */
const HANDS = [
  [hand(`royal flush in (${SUIT})`), ([, suit]) => `${SUITS[suit]}皇家同花顺`],
  [hand(`royal flush in ([a-z, ]+ or ${SUIT})`), ([, suits]) => `${suitsOf(suits)}皇家同花顺`],
  [hand(`(${LETTERS}) of (${SUIT})`), ([, letters, suit]) => `${SUITS[suit]} ${letters}`],
  [hand(`AKQ ([a-z, ]+)`), ([, suits]) => `${suitsOf(suits)} A-K-Q`],
  [
    hand(`(${RANK})-high straight flush in (${SUIT})`),
    ([, high, suit]) => `${SUITS[suit]}同花顺（${rank(high)} 高）`,
  ],
  [
    hand(`(four|three) (${RANK})${BESIDE}`),
    ([, many, of, beside]) =>
      `${many.toLowerCase() === "four" ? "四" : "三"}条 ${rank(of)}${kickers(beside)}`,
  ],
  [
    hand(`full house of (${RANK}) over (${RANK})`),
    ([, three, two]) => `葫芦（${rank(three)} 带 ${rank(two)}）`,
  ],
  [hand(`(${RANK})-high flush in (${SUIT})`), ([, high, suit]) => `${SUITS[suit]}同花（${rank(high)} 高）`],
  [hand(`(${LETTERS}) flush in (${SUIT})`), ([, letters, suit]) => `${SUITS[suit]}同花（${letters}）`],
  [hand(`(${RANK})-high straight`), ([, high]) => `顺子（${rank(high)} 高）`],
  [
    hand(`two pairs of (${RANK}) and (${RANK})${BESIDE}`),
    ([, one, two, beside]) => `两对 ${rank(one)} 和 ${rank(two)}${kickers(beside)}`,
  ],
  [hand(`pair of (${RANK})${BESIDE}`), ([, of, beside]) => `一对 ${rank(of)}${kickers(beside)}`],
  [hand(`(${RANK}) high`), ([, high]) => `${rank(high)} 高`],
  [hand(`(${RANK})-(${RANK})`), ([, one, two]) => `${rank(one)}-${rank(two)}`],
  [hand(`(${LETTERS})`), ([, letters]) => letters],
  [
    hand(`(${LETTERS}(?: or ${LETTERS})?) (suited|unsuited)`),
    ([, cards, how]) => `${cards.replace(" or ", " 或 ")}${how === "suited" ? "同花" : "不同花"}`,
  ],
  [hand(`(${LETTERS}) in both hands`), ([, cards]) => `双方都有 ${cards}`],
  [hand(`(${LETTERS}) in the player's hand only`), ([, cards]) => `只有玩家有 ${cards}`],
  [hand("(high|low) pair"), ([, which]) => (which.toLowerCase() === "high" ? "大对子" : "小对子")],
];

/** @param {string} source */
function hand(source) {
  return new RegExp(`^(?:an? )?${source}$`, "i");
}

/** @param {string} name `nines`, `nine` */
function rank(name) {
  const word = name.toLowerCase();
  return RANKS[word] ?? RANKS[word.replace(/s$/, "")] ?? name;
}

/** @param {string} suits `hearts, diamonds or clubs` */
function suitsOf(suits) {
  return suits.replace(/[a-z]+/g, (word) => SUITS[word] ?? word).replace(/,? or |, /g, "、");
}

/** @param {string | undefined} beside ` with a king and a seven` */
function kickers(beside) {
  const found = beside?.match(new RegExp(`\\b${RANK}\\b`, "g")) ?? [];
  return found.length ? `（带 ${found.map(rank).join("、")}）` : "";
}

/** @typedef {{pattern: RegExp, kinds: string[], said: string}} Rule */
/** @type {Map<string, Rule[]>} */
const compiled = new Map();
/** @type {Words} */
const chinese = { ...pages, ...terms_ };
/** Titles of bets, in lower case, with their translations. */
const BETS = Object.fromEntries(
  Object.entries(BET_TITLES).map(([bet, title]) => [title.toLowerCase(), chinese[`bet.${bet}`]]),
);

/** What the catalogue calls something by its English name: `full house`, `Pit Manager`. @param {string[]} groups @param {string} name @returns {string | null} */
function called(groups, name) {
  const key = name.toLowerCase().replace(/[^a-z0-9]+/g, "_");
  const group = groups.find((each) => `${each}.${key}` in chinese);
  return group ? chinese[`${group}.${key}`] : null;
}

/** How sentences are put together. @type {Record<string, [string, string][]>} */
const rules = { ...RULES, sentence: [...OF_LAB, ...RULES.sentence] };
/** Gists of clauses. @type {Words} */
const known = { ...irregularities, ...gists };

/** A gist of a clause, as it stands or within a sentence. @param {string} text @returns {string | null} */
export function gist(text) {
  return known[`gist.${slug(text)}`]?.replace(/。$/, "") ?? null;
}

/** How the parts of a sentence are read, and translated. @type {Record<string, [string, Part]>} */
const PARTS = {
  hand: [".+?", (text) => handWords(text)],
  line: [".+?", (text) => called(["hand", "pay"], text) ?? handWords(text)],
  ranking: [".+ > .+", (text) => each(text, " > ", (part) => called(["hand", "pay"], part), " > ")],
  bet: ["[A-Z0-9][A-Za-z0-9]*(?: [A-Z0-9][A-Za-z0-9]*)*", (text) => BETS[text.toLowerCase()] ?? text],
  rate: ["\\d[\\d,.]* (?:to|for) \\d+|\\$?\\d[\\d,.]*%?", (text) => rateWords(text)],
  n: ["[\\d,]+(?:\\.\\d+)?", (text) => text],
  clause: ["\\d+(?:\\.\\d+)*", (text) => text],
  role: ["[A-Za-z][A-Za-z ]+?", (text) => called(["role"], text)],
  gist: [".+", gist],
  any: [".+?", (text) => text],
  term: [".+?", gist],
  terms: [".+", (text) => each(text, " and ", gist)],
  step: [".+", (text) => byRule("step", text)],
  betlist: [".+", (text) => each(text, /,? and |, /, (part) => BETS[part.toLowerCase()] ?? null)],
  clauses: ["[\\d., or]+?", (text) => text.replace(/ or |, /g, "、")],
  others: [".+", (text) => each(text, " or ", otherClause)],
  holes: ["[0-9TJQKAso, ]+?", (text) => text],
  kind: ["[0-9TJQKA-]+", (text) => text],
  letters: ["[2-9TJQKA](?:-[2-9TJQKA])*", (text) => text],
  suits: ["[a-z, ]+", (text) => each(text, /,? or |, /, (part) => SUITS[part] ?? null)],
};

/** A list of parts, each in Chinese; null where one is unknown. @param {string} text @param {string | RegExp} between @param {Part} say @param {string} [joined] @returns {string | null} */
function each(text, between, say, joined = "、") {
  const parts = text.split(between).map(say);
  return parts.every((part) => part !== null) ? parts.join(joined) : null;
}

/** @param {string} text `5.12 (one card exposed)` @returns {string | null} */
function otherClause(text) {
  const found = /^([\d.]+)(?: \((.+)\))?$/.exec(text);
  if (!found) return null;
  if (!found[2]) return found[1];
  const about = gist(found[2]);
  return about && `${found[1]}（${about}）`;
}

/** @param {string} text @returns {string | null} */
function handWords(text) {
  for (const [pattern, say] of HANDS) {
    const found = pattern.exec(text);
    if (found) return say(found);
  }
  return called(["hand", "pay"], text.replace(/^an? /i, ""));
}

/** @param {string} text `2 to 1`, `50 for 1`, `100%` */
function rateWords(text) {
  const rate = /^(\S+) (to|for) (\d+)$/.exec(text);
  if (!rate) return text;
  return rate[2] === "to" ? `${rate[1]} 赔 ${rate[3]}` : `${rate[3]} 换 ${rate[1]}`;
}

/** @param {string} group @returns {Rule[]} */
function rulesOf(group) {
  const before = compiled.get(group);
  if (before) return before;
  const made = (rules[group] ?? []).map(([source, said]) => {
    /** @type {string[]} */
    const kinds = [];
    const pattern = source.replace(/\{(\w+)\}/g, (_, kind) => {
      kinds.push(kind);
      return `(${PARTS[kind][0]})`;
    });
    return { pattern: new RegExp(`^${pattern}$`, "s"), kinds, said };
  });
  compiled.set(group, made);
  return made;
}

/** A space between Chinese and what is not, as it is printed. @param {string} text */
function spaced(text) {
  return text.replace(/([A-Za-z0-9%])(?=\p{Script=Han})|(\p{Script=Han})(?=[A-Za-z0-9$])/gu, "$1$2 ");
}

/** What the first rule that fits says, with its parts in their order or by their numbers. @param {string} group @param {string} text @returns {string | null} */
function byRule(group, text) {
  for (const { pattern, kinds, said } of rulesOf(group)) {
    const found = pattern.exec(text);
    if (!found) continue;
    const parts = kinds.map((kind, place) => PARTS[kind][1](found[place + 1]));
    if (parts.every((part) => part !== null))
      return spaced(said.replace(/\{(\d)\}/g, (_, place) => String(parts[Number(place)])));
  }
  return null;
}

/** A sentence of the API in Chinese; null where it is not known. @param {string} text @returns {string | null} */
export function inChinese(text) {
  const cited = /^(.+) \(([\d., ]+)\)$/.exec(text);
  if (cited) {
    const said = inChinese(cited[1]);
    return said && `${said}（${cited[2].replaceAll(", ", "、")}）`;
  }
  const plain = text.replace(/\.$/, "");
  for (const start of [plain, plain[0]?.toLowerCase() + plain.slice(1)]) {
    const whole = byRule("sentence", start) ?? gist(text);
    if (whole !== null) return `${whole}${text.endsWith(".") ? "。" : ""}`;
    const cut = start.lastIndexOf("; ");
    const head = cut > 0 ? inChinese(start.slice(0, cut)) : null;
    const tail = head === null ? null : byRule("tail", start.slice(cut + 2));
    if (tail !== null) return `${head}；${tail}${text.endsWith(".") ? "。" : ""}`;
  }
  return text.includes("; ") ? each(text, "; ", inChinese, "；") : null;
}

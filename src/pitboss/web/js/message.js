/** Messages with gaps, a small part of ICU MessageFormat, as `pitboss/words/message.py` reads them too. */

import { grouped as group } from "./digits.js";

/** @typedef {{name: string, kind: string, style: string, forms: Record<string, Message>}} Gap */
/** @typedef {(string | Gap)[]} Message */
/** @typedef {{code: string, params?: Record<string, any>}} Reason */
/** @typedef {Record<string, any>} Params */

const CHOICES = ["plural", "select"];
const LISTS = ["list", "joined", "semicolons", "and", "or", "ands", "ors"];
const IN_THE_PLURAL = ["four_of_a_kind", "three_of_a_kind", "two_pairs"];

/** @type {Map<string, Message>} */
const parsed = new Map();

/** A message as text and gaps, in their order. @param {string} text */
function parse(text) {
  let found = parsed.get(text);
  if (!found) parsed.set(text, (found = message(text, 0)[0]));
  return found;
}

/** @param {string} text @param {number} start @returns {[Message, number]} */
function message(text, start) {
  /** @type {Message} */
  const parts = [];
  let plain = start;
  let place = start;
  while (place < text.length && text[place] !== "}") {
    if (text[place] !== "{") {
      place += 1;
      continue;
    }
    if (place > plain) parts.push(text.slice(plain, place));
    const [found, end] = gap(text, place + 1);
    parts.push(found);
    place = plain = end;
  }
  if (place > plain) parts.push(text.slice(plain, place));
  return [parts, place];
}

/** @param {string} text @param {number} start @returns {[Gap, number]} */
function gap(text, start) {
  let end = brace(text, start);
  const [name, kind = "", ...style] = text
    .slice(start, end)
    .split(",")
    .map((part) => part.trim());
  if (!CHOICES.includes(kind)) return [{ name, kind, style: style.join(","), forms: {} }, end + 1];
  /** @type {Record<string, Message>} */
  const forms = {};
  let key = style[0];
  while (text[end] === "{") {
    [forms[key], end] = message(text, end + 1);
    start = end + 1;
    end = brace(text, start);
    key = text.slice(start, end).trim();
  }
  return [{ name, kind, style: "", forms }, end + 1];
}

/** The place of the next brace. @param {string} text @param {number} start */
function brace(text, start) {
  const found = text.slice(start).search(/[{}]/);
  return found < 0 ? text.length : start + found;
}

/**
 * The text of an entry with its gaps filled.
 *
 * @param {Record<string, string>} words
 * @param {string} code
 * @param {Params} [params]
 */
export function fill(words, code, params = {}) {
  return filled(words, parse(words[code]), params);
}

/** Whether a reason can be said: it is no English text, has an entry, and so has all that is in it. @param {Record<string, string>} words @param {Reason} reason @returns {boolean} */
export function known(words, reason) {
  return (
    reason.code !== "text" &&
    reason.code in words &&
    Object.values(reason.params ?? {}).every((value) => {
      const inner = Array.isArray(value) ? value : [value];
      return inner.every((each) => typeof each !== "object" || known(words, each));
    })
  );
}

/** The text of a reason. @param {Record<string, string>} words @param {Reason} reason */
export function say(words, reason) {
  const text = fill(words, reason.code, reason.params);
  return text.replace(/([A-Za-z0-9%])(?=[\u4e00-\u9fff])|([\u4e00-\u9fff])(?=[A-Za-z0-9$])/g, "$1$2 ");
}

/** @param {Record<string, string>} words @param {Message} parts @param {Params} params @param {string} [number] @returns {string} */
function filled(words, parts, params, number = "#") {
  return parts
    .map((part) => (typeof part === "string" ? part.replaceAll("#", number) : shown(words, part, params)))
    .join("");
}

/** @param {Record<string, string>} words @param {Gap} gap @param {Params} params */
function shown(words, { name, kind, style, forms }, params) {
  const value = params[name];
  if (kind === "select") return filled(words, forms[value] ?? forms.other, params);
  if (kind === "plural") {
    const count = counted(value);
    const form = forms[`=${count}`] ?? (count === 1 ? forms.one : undefined) ?? forms.other;
    return filled(words, form, params, group(String(count)));
  }
  if (LISTS.includes(kind)) {
    const items = value.map((/** @type {any} */ each) => one(words, style, each));
    const last = words[`list.${kind}`];
    if (kind !== "and" && kind !== "or") return items.join(last);
    const before = items.slice(0, -1).join(words["list.list"]);
    return [before, ...items.slice(-1)].filter(Boolean).join(last);
  }
  return kind === "entry" ? fill(words, value, params) : one(words, kind, value);
}

/** The number that chooses a plural form: three nines take the plural, a flush does not. @param {any} value */
function counted(value) {
  if (Array.isArray(value)) return value.length;
  if (/^[a-z_]+:/.test(value)) return IN_THE_PLURAL.includes(value.split(":")[0]) ? 2 : 1;
  return Number(value);
}

/** @param {Record<string, string>} words @param {string} kind @param {any} value @returns {string} */
function one(words, kind, value) {
  if (typeof value === "object" && !Array.isArray(value))
    return kind === "sentence" ? whole(words, value) : fill(words, value.code, value.params);
  return kind in KINDS ? KINDS[kind](words, value) : term(words, value, kind);
}

/** A reason as a whole sentence. @param {Record<string, string>} words @param {Reason} reason */
function whole(words, reason) {
  const text = fill(words, reason.code, reason.params);
  return text[0].toUpperCase() + text.slice(1) + words["sentence.stop"];
}

/** A name: a language may have its own word for it; a gist is part of a sentence, and has no full stop. @param {Record<string, string>} words @param {string} name @param {string} kind */
function term(words, name, kind) {
  const word = words[`${kind}.${name}`] ?? words[`${kind}.${slug(name)}`] ?? name;
  const stop = words["sentence.stop"];
  return kind === "gist" && word.endsWith(stop) ? word.slice(0, -stop.length) : word;
}

/** The end of a key for an English name or text. @param {string} text */
export function slug(text) {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
}

/** A hand such as `one_pair:9K`. @param {Record<string, string>} words @param {string} value @param {string} style */
function hand(words, value, style) {
  const [category, held] = value.split(":");
  const ranks = held.match(/[2-9TJQKA]/g) ?? [];
  const beside = ranks.slice(["two_pairs", "full_house"].includes(category) ? 2 : 1);
  return fill(words, `held.${category}`, {
    style,
    first: ranks[0],
    second: ranks[1] ?? "",
    letters: ranks.length > 1 ? ranks.join("-").replace("T", "10") : "none",
    beside,
    count: beside.length,
    suit: held.match(/[shdc]$/)?.[0] ?? "",
  });
}

/** @type {Record<string, string>} */
const GLYPHS = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** How a param is shown that is no list and no name. @type {Record<string, (words: Record<string, string>, value: any) => string>} */
const KINDS = {
  "": (_, value) => String(value),
  a_hand: (words, value) => hand(words, value, "a"),
  cards: (_, value) => value.join(" "),
  cents: (_, value) => dollars(value).replaceAll(",", ""),
  faces: (_, value) => value.map(face).join(" "),
  hand: (words, value) => hand(words, value, ""),
  least: (words, value) => {
    const [category, lead = "none"] = value.split(":");
    return fill(words, `least.${category}`, { lead });
  },
  money: (_, value) => dollars(value),
  number: (_, value) => group(String(value)),
  rate: (words, value) => {
    const [pays, how, stake] = value.split(" ");
    return stake ? fill(words, `rate.${how}`, { pays, stake }) : value;
  },
};

/** @param {string} card */
function face(card) {
  return card === "?" ? "▒▒" : card[0].replace("T", "10") + GLYPHS[card[1]];
}

/** @param {number} cents */
function dollars(cents) {
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = String(Math.abs(cents) % 100).padStart(2, "0");
  return `${cents < 0 ? "-" : ""}${group(String(whole))}.${rest}`;
}

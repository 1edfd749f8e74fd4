/** What the sheets of the floor say of themselves: the sign of its money, its clock, and what each calls its bets. */

import { read } from "./api.js";
import { betTerm } from "./words.js";

/** @typedef {import("./answers").FloorNow} FloorNow */
/** @typedef {import("./answers").FeltNow} FeltNow */
/** @typedef {import("./answers").AreaNow} AreaNow */

let sign = "";
let zone = "UTC";
/** @type {Map<string, Record<string, string>>} */
const titles = new Map();

/** Remember what the floor says. @param {Pick<FloorNow, "currency_sign" | "time_zone" | "sheets">} floor */
export function learn(floor) {
  sign = floor.currency_sign;
  zone = floor.time_zone;
  for (const { id, bets } of floor.sheets) titles.set(id, bets);
}

/** Every felt; what they have printed is remembered, also of sheets that came into force since. @returns {Promise<FeltNow[]>} */
export async function readFelts() {
  const felts = await read("/api/felts");
  for (const { sheet, areas } of felts)
    titles.set(sheet, Object.fromEntries(areas.map((/** @type {AreaNow} */ { bet, title }) => [bet, title])));
  return felts;
}

/**
 * A sheet by its id or, in whichever case it is written, its short name (`3CP`); the name itself where there is none.
 *
 * @param {readonly {id: string, short: string}[]} sheets
 * @param {string} name
 */
export function sheetId(sheets, name) {
  if (sheets.some(({ id }) => id === name)) return name;
  const found = sheets.filter(({ short }) => short.toLowerCase() === name.toLowerCase());
  return found.length === 1 ? found[0].id : name;
}

/** What stands before an amount. */
export function currencySign() {
  return sign;
}

/** The clock of the house, by its IANA name. */
export function timeZone() {
  return zone;
}

/**
 * A bet as its sheet calls it.
 *
 * @param {string} bet
 * @param {string | undefined} sheet by its id
 */
export function betName(bet, sheet) {
  return betTerm(bet, sheet === undefined ? undefined : titles.get(sheet)?.[bet]);
}

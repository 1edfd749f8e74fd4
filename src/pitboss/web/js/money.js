/** Money: dollars arrive and leave as text and are counted in whole cents, never in floating point. */

import { grouped } from "./digits.js";
import { currencySign } from "./house.js";

const AMOUNT = /^(-?)(\d+)(?:\.(\d{1,2})(\d*))?(?: \d+\/\d+)?$/;

/**
 * An amount of dollars as cents, rounded towards zero: `"150000.004"` and `"15.00 1/3"` lose what is no whole cent.
 *
 * @param {string} text
 * @returns {bigint}
 */
export function cents(text) {
  const found = AMOUNT.exec(text);
  if (!found) throw new RangeError(`${text} is no amount of dollars`);
  const [, sign, dollars = "0", part = ""] = found;
  const amount = BigInt(dollars) * 100n + BigInt(part.padEnd(2, "0"));
  return sign ? -amount : amount;
}

/**
 * Cents as the API writes them: `-75.00`.
 *
 * @param {bigint} amount
 */
export function plain(amount) {
  const [dollars, rest] = split(amount);
  return `${amount < 0n ? "-" : ""}${dollars}.${rest}`;
}

/**
 * An amount for people: `$1,250` or `$1,250.50`, with the sign of the house's currency; the cents are left out where there are none, unless asked for.
 *
 * @param {bigint | string} amount
 * @param {{cents?: boolean, sign?: boolean}} [how]
 */
export function money(amount, how = {}) {
  const value = typeof amount === "string" ? cents(amount) : amount;
  const [dollars, rest] = split(value);
  const tail = how.cents || rest !== "00" ? `.${rest}` : "";
  const sign = value < 0n ? "−" : how.sign && value > 0n ? "+" : "";
  return `${sign}${currencySign()}${grouped(dollars)}${tail}`;
}

/**
 * A gain or a loss for people, with its sign: `+$50`, `−$25`, `$0`.
 *
 * @param {bigint | string} amount
 */
export function gain(amount) {
  return money(amount, { sign: true });
}

/**
 * The prescribed jackpot bet, or up to so many times it: `$5`, `$5 × 1–5`.
 *
 * @param {string} price
 * @param {{jackpot_units: number} | null | undefined} felt
 */
export function jackpotPrice(price, felt) {
  const most = felt?.jackpot_units ?? 1;
  return most > 1 ? `${money(price)} × 1–${most}` : money(price);
}

/**
 * A chip's face: `5`, `100`, `1K`, `0.50`.
 *
 * @param {bigint | string} amount
 */
export function face(amount) {
  const value = typeof amount === "string" ? cents(amount) : amount;
  if (value % 100_000n === 0n && value > 0n) return `${value / 100_000n}K`;
  return value % 100n === 0n ? String(value / 100n) : plain(value);
}

/** @param {bigint} amount @returns {[string, string]} */
function split(amount) {
  const size = amount < 0n ? -amount : amount;
  return [String(size / 100n), String(size % 100n).padStart(2, "0")];
}

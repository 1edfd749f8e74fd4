/** Exact amounts of cents, as reports have them: whole numbers, or texts `n/d`. Sums stay exact; people read whole cents. */

import { fraction, minus, sum } from "../fractions.js";
import { money, plain } from "../money.js";

/** @typedef {import("../fractions.js").Fraction} Fraction */

/** @param {number | string | null | undefined} value @returns {Fraction} */
export function exact(value) {
  return fraction(String(value ?? 0));
}

/** Dollars as the API writes them, exactly: `15.004`, `15.00 1/3`. @param {string} text @returns {Fraction} */
export function dollars(text) {
  const [decimal, part = "0"] = text.split(" ");
  const [whole, digits = ""] = decimal.split(".");
  const size = { over: BigInt(whole.replace("-", "") + digits) * 100n, under: 10n ** BigInt(digits.length) };
  const found = sum(size, exact(part));
  return text.startsWith("-") ? minus(found) : found;
}

/** To the nearest cent. @param {Fraction} amount */
export function rounded({ over, under }) {
  const size = over < 0n ? -over : over;
  const whole = (2n * size + under) / (2n * under);
  return over < 0n ? -whole : whole;
}

/** @param {Fraction} amount */
export function shown(amount) {
  return money(rounded(amount), { cents: true });
}

/** For a spreadsheet. @param {Fraction} amount */
export function written(amount) {
  return plain(rounded(amount));
}

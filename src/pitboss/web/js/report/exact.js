/** Exact amounts of cents, as reports have them: whole numbers, or texts `n/d`. Sums stay exact; people read whole cents. */

import { money, plain } from "../money.js";

/** @typedef {{n: bigint, d: bigint}} Exact */

/** @param {number | string | null | undefined} value @returns {Exact} */
export function exact(value) {
  const [n, d = "1"] = String(value ?? 0).split("/");
  return { n: BigInt(n), d: BigInt(d) };
}

/** Dollars as the API writes them, exactly: `15.004`, `15.00 1/3`. @param {string} text @returns {Exact} */
export function dollars(text) {
  const [decimal, part = "0"] = text.split(" ");
  const [whole, digits = ""] = decimal.split(".");
  const d = 10n ** BigInt(digits.length);
  const size = { n: BigInt(whole.replace("-", "") + digits) * 100n, d };
  const found = plus(size, exact(part));
  return text.startsWith("-") ? { n: -found.n, d: found.d } : found;
}

/** @param {Exact} a @param {Exact} b @returns {Exact} */
export function plus(a, b) {
  return reduced(a.n * b.d + b.n * a.d, a.d * b.d);
}

/** @param {Exact} a @param {Exact} b */
export function same(a, b) {
  return a.n * b.d === b.n * a.d;
}

/** To the nearest cent. @param {Exact} amount */
export function rounded({ n, d }) {
  const size = n < 0n ? -n : n;
  const whole = (2n * size + d) / (2n * d);
  return n < 0n ? -whole : whole;
}

/** @param {Exact} amount */
export function shown(amount) {
  return money(rounded(amount), { cents: true });
}

/** For a spreadsheet. @param {Exact} amount */
export function written(amount) {
  return plain(rounded(amount));
}

/** @param {bigint} n @param {bigint} d */
function reduced(n, d) {
  let [a, b] = [n < 0n ? -n : n, d];
  while (b) [a, b] = [b, a % b];
  return { n: n / a, d: d / a };
}

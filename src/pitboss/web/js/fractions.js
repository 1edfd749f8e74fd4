/** Exact fractions as the API writes them, `-686689/20358520`; rounded only when they are written for people. */

import { grouped } from "./digits.js";

/** @typedef {{over: bigint, under: bigint}} Fraction `under` is above zero */

/** @param {string} text @returns {Fraction} */
export function fraction(text) {
  const [over, under = "1"] = text.split("/");
  return { over: BigInt(over), under: BigInt(under) };
}

/** @param {Fraction} value @returns {Fraction} */
export function minus(value) {
  return { over: -value.over, under: value.under };
}

/** @param {Fraction} one @param {Fraction} other @returns {Fraction} */
export function sum(one, other) {
  return reduced(one.over * other.under + other.over * one.under, one.under * other.under);
}

/** @param {Fraction} one @param {Fraction} other @returns {Fraction} */
export function product(one, other) {
  return reduced(one.over * other.over, one.under * other.under);
}

/** @param {Fraction} one @param {Fraction} other that is not zero @returns {Fraction} */
export function quotient(one, other) {
  const sign = other.over < 0n ? -1n : 1n;
  return reduced(one.over * other.under * sign, one.under * other.over * sign);
}

/** @param {Fraction} one @param {Fraction} other */
export function same(one, other) {
  return one.over * other.under === other.over * one.under;
}

/** As text, `5/221` or `3`. @param {Fraction} value */
export function exactly(value) {
  const { over, under } = reduced(value.over, value.under);
  const text = under === 1n ? `${over}` : `${over}/${under}`;
  return text.replace("-", "−");
}

/**
 * As a decimal, rounded half away from zero, with thousands separated.
 *
 * @param {Fraction} value
 * @param {number} places
 * @param {{sign?: boolean}} [how] with a plus above zero
 */
export function decimal(value, places, how = {}) {
  const scale = 10n ** BigInt(places);
  const size = value.over < 0n ? -value.over : value.over;
  const rounded = (size * scale * 2n + value.under) / (value.under * 2n);
  const digits = String(rounded).padStart(places + 1, "0");
  const whole = grouped(digits.slice(0, digits.length - places));
  const sign = rounded === 0n ? "" : value.over < 0n ? "−" : how.sign ? "+" : "";
  return `${sign}${whole}${places ? `.${digits.slice(-places)}` : ""}`;
}

/** A share in per cent: `3.3730 %`. @param {Fraction} value @param {number} [places] @param {{sign?: boolean}} [how] */
export function percent(value, places = 4, how = {}) {
  return `${decimal({ over: value.over * 100n, under: value.under }, places, how)} %`;
}

/** For drawing. @param {Fraction} value */
export function near(value) {
  const [over, under] = [Number(value.over), Number(value.under)];
  if (Number.isFinite(over) && Number.isFinite(under)) return over / under;
  const places = 10n ** 18n;
  return Number((value.over * places) / value.under) / 1e18;
}

/** @param {bigint} over @param {bigint} under @returns {Fraction} */
function reduced(over, under) {
  let [a, b] = [over < 0n ? -over : over, under];
  while (b) [a, b] = [b, a % b];
  return a > 1n ? { over: over / a, under: under / a } : { over, under };
}

/** Whole numbers for people. */

/** A whole number with its thousands apart: `1,250,000`. @param {number | bigint | string} number */
export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** What the page of past rounds knows: what is asked, and what was found so far. */

/** @typedef {import("../answers").RoundBrief} RoundBrief */
/** @typedef {import("../answers").SheetNow} SheetNow */

/** @param {string} search of the address */
export function newState(search) {
  return {
    asked: new URLSearchParams(search),
    /** @type {string[]} */
    tables: [],
    /** @type {Map<string, SheetNow>} */
    sheets: new Map(),
    /** @type {RoundBrief[]} */
    rounds: [],
    /** Where the next page begins; null after the last one. @type {number | null} */
    cursor: null,
    busy: false,
    searched: false,
    fault: "",
  };
}

/** @typedef {ReturnType<typeof newState>} State */

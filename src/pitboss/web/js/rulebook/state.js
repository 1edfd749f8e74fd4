/** What the rulebook's page knows: the sheets and clauses that were read, and what of them is wanted. */

/** @typedef {import("../answers").SheetNow} SheetNow */
/** @typedef {import("../answers").ClauseNow} ClauseNow */
/** @typedef {import("../answers").DifferenceNow} DifferenceNow */

/** @param {string | undefined} wanted the sheet of the address @param {string | undefined} clause */
export function newState(wanted, clause) {
  return {
    wanted,
    /** The sheet that is laid beside it. */
    other: new URLSearchParams(location.search).get("with"),
    /** @type {SheetNow[]} */
    sheets: [],
    /** By sheet. @type {Map<string, ClauseNow[]>} */
    clauses: new Map(),
    /** @type {DifferenceNow[] | null} */
    differences: null,
    selected: clause ?? "",
    query: "",
    /** How the clauses that are shown are honoured; empty for all. */
    kind: "",
    fault: "",
  };
}

/** @typedef {ReturnType<typeof newState>} State */

/** The sheet of the address, if there is such a one. @param {State} state */
export function sheetOf({ sheets, wanted }) {
  return sheets.find((each) => each.id === wanted);
}

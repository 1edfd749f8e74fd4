/** What the page of reports knows: the day that is chosen, its figures, and what stands now. */

export function newState() {
  return {
    /** @type {import("../answers").DaysHeld | null} */
    days: null,
    chosen: new URLSearchParams(location.search).get("day") ?? "",
    /** @type {import("./day.js").Day | null} */
    day: null,
    /** The first day of a range up to the chosen one; empty for the chosen day alone. */
    since: new URLSearchParams(location.search).get("since") ?? "",
    /** @type {import("./trend.js").TrendRow[] | null} */
    trend: null,
    /** @type {import("../answers").JobNow | null} */
    job: null,
    /** @type {import("../answers").LiabilityNow[] | null} */
    owed: null,
    /** @type {import("../answers").HitNow[] | null} */
    paid: null,
    /** @type {import("../answers").RatingNow[] | null} */
    rated: null,
    /** @type {import("../answers").TableNow[]} */
    tables: [],
    fault: "",
  };
}

/** @typedef {ReturnType<typeof newState>} State */

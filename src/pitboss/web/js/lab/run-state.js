/** Simulated rounds in the lab: what is asked, how far the run is, and what it found, as `pitboss simulate --json` tells it. */

/** @typedef {import("../answers").JobNow} JobNow */
/** @typedef {{name: string, gain: number, hits: number, interval: [number, number]}} RowCount */
/**
 * @typedef {object} BetResult
 * @property {string} bet
 * @property {number} mean
 * @property {[number, number]} interval
 * @property {number} std_dev
 * @property {[number, number][]} distribution each gain, and how often
 * @property {RowCount[]} rows
 */
/** @typedef {{title: string, pays: string, hits: number, interval: [number, number], one_in: number | null, envy: number}} JackpotLine */
/**
 * @typedef {object} HouseResult
 * @property {number} hold
 * @property {[number, number]} interval
 * @property {number} wagered
 * @property {number} std_dev
 * @property {number} worst
 * @property {number} best
 * @property {number} loses
 * @property {[number, number][]} quantiles
 * @property {[number, number][]} distribution
 */
/** @typedef {{what: string, said: import("../words.js").Reason, row: string | null, kind: "z" | "chi-square" | "poisson" | "t", statistic: number, degrees: number | null, expected: number | null, p: number, failed: boolean}} Check */
/**
 * @typedef {object} RunResult
 * @property {string} sheet
 * @property {string[]} settings
 * @property {number} boxes
 * @property {keyof typeof STRATEGIES} strategy
 * @property {number} seed
 * @property {number} rounds
 * @property {number} wanted
 * @property {{bets: BetResult[], jackpot: JackpotLine[], house: HouseResult, boxes: {correlation: number, covariance: number} | null, confidence: number}} results
 * @property {{agrees: boolean | null, checks: Check[], missing: Record<string, string>, reasons: Record<string, import("../words.js").Reason>}} verdict
 * @property {{seconds: number, workers: number}} run
 */
/** @typedef {keyof typeof FIELDS} RunField */
/** @typedef {keyof typeof FILES} RunFile */

/** The strategies, each with its word. */
export const STRATEGIES = /** @type {const} */ ({
  exact: "lab.strategy_exact",
  simple: "lab.strategy_simple",
  blind: "lab.strategy_blind",
});

/** The fields of the form, each with its word. */
export const FIELDS = /** @type {const} */ ({
  rounds: "lab.run_rounds",
  boxes: "lab.run_boxes",
  strategy: "lab.run_strategy",
  seed: "lab.run_seed",
});

/** The files of a run, each with its word. */
export const FILES = /** @type {const} */ ({ json: "lab.run_json", csv: "lab.run_csv", svg: "lab.run_svg" });

export function newRun() {
  return {
    /** @type {Record<RunField, string>} */
    asked: { rounds: "1,000,000", boxes: "1", strategy: "exact", seed: "" },
    /** @type {JobNow | null} */
    job: null,
    /** Rounds per second, once they can be told. */
    rate: 0,
    cancelled: false,
    /** @type {RunResult | null} */
    result: null,
    /** What is wrong, and with which field. */
    fault: { path: "", message: "" },
    /** The bet whose distribution is shown; `house` for what the house keeps of a round. */
    shown: "house",
    log: false,
  };
}

/** @typedef {ReturnType<typeof newRun>} Run */

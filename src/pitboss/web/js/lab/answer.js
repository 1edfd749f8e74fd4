/** What `/api/lab/S/odds` answers, as docs/how-to/mathematician/odds.md tells it. */

/** @typedef {{net: string, probability: string}} Outcome */
/**
 * @typedef {object} BetFigures
 * @property {string} ev exact, per unit of the stake
 * @property {string} average_wager exact
 * @property {string} variance exact
 * @property {number} std_dev
 * @property {number} skewness
 * @property {number} hit_frequency
 * @property {number} push_frequency
 * @property {Outcome[]} distribution
 * @property {CombinationTable} [table]
 */
/** @typedef {{name: string, combinations: number, probability: number, pays: string, return: string | null}} CombinationRow */
/** @typedef {{total: number, rows: CombinationRow[]}} CombinationTable */
/** @typedef {{units?: number, bet: string, slope: string, constant: string, break_even: number | null}} JackpotLine */
/**
 * @typedef {object} JackpotParts
 * @property {CombinationTable} [table]
 * @property {JackpotLine[]} [multiples]
 * @property {{others: number, value: string, break_even: number | null}} [envy]
 * @property {BetFigures & {meter: string, value: string}} [at_meter]
 */
/** @typedef {JackpotLine & JackpotParts} Jackpot */
/** @typedef {{hand: string, action: string, gain: number}} Borderline */
/**
 * @typedef {object} Strategy
 * @property {string} sentence
 * @property {import("../words.js").Reason} reason
 * @property {Borderline[]} borderline
 * @property {number} hands
 * @property {string} [play_from]
 * @property {number} [played]
 * @property {string[]} [also_played]
 * @property {string[]} [folded]
 * @property {Record<string, Record<string, number>>} [followed] by later bet and hand, how often it follows
 * @property {{hand: string, all: number, bet: number}[]} [by_hand]
 */
/** @typedef {{meter: number, action: string, hands: string[], combinations: number}} Breakpoint */
/**
 * @typedef {object} Joint
 * @property {string} value
 * @property {Breakpoint[]} breakpoints
 * @property {number | null} break_even
 * @property {number | null} jackpot_break_even
 */
/**
 * @typedef {object} Odds
 * @property {string} sheet
 * @property {string} sheet_sha256
 * @property {string} readings_sha256
 * @property {string[]} settings
 * @property {Record<string, BetFigures> & {jackpot?: Jackpot}} bets without `jackpot` in a game that has none
 * @property {Strategy} strategy
 * @property {Joint} [joint]
 */

/** The bets with figures of their own: the main game, side bets, and the jackpot at the displayed value. @param {Odds} odds @returns {[string, BetFigures][]} */
export function betsOf(odds) {
  const plain = Object.entries(odds.bets).filter(
    ([bet, found]) => bet !== "jackpot" && !("not_counted" in found),
  );
  const found = /** @type {[string, BetFigures][]} */ (plain);
  const jackpot = odds.bets.jackpot?.at_meter;
  return jackpot ? [...found, ["jackpot", jackpot]] : found;
}

/** The bets that are not counted, each with the sentence that says why. @param {Odds} odds */
export function refusedBets(odds) {
  const bets = /** @type {[string, {not_counted?: string, reason?: import("../words.js").Reason}][]} */ (
    Object.entries(odds.bets)
  );
  return bets.flatMap(([bet, { not_counted: why, reason }]) => (why ? [{ bet, why, reason }] : []));
}

/** Whether the game has a jackpot bet that is counted. @param {Odds} odds */
export function hasJackpot(odds) {
  return odds.bets.jackpot !== undefined && "slope" in odds.bets.jackpot;
}

/** The jackpot of a game that has one. @param {Odds} odds @returns {Jackpot} */
export function jackpotOf(odds) {
  return /** @type {Jackpot} */ (odds.bets.jackpot);
}

/** What the shipped sheets call their bets: the titles that the catalogues translate. */

/** @type {Record<string, string>} */
export const BET_TITLES = {
  ante: "Ante",
  ante_bonus: "Ante Bonus",
  bet: "Bet",
  bonus: "Bonus",
  envy: "Envy Bonus",
  flop: "Flop",
  jackpot: "Progressive Jackpot",
  pair_plus: "Pair Plus",
  play: "Play",
  river: "River",
  turn: "Turn",
};

/** What the people's page knows: the accounts, the one that is shown, what waits, and one's own sessions. */

/** @typedef {import("../answers").AccountNow} AccountNow */
/** @typedef {import("../answers").PersonNow} PersonNow */
/** @typedef {import("../answers").ProposalNow} ProposalNow */
/** @typedef {import("../answers").SessionSeen} SessionSeen */

export function newState() {
  return {
    /** @type {AccountNow[]} */
    accounts: [],
    /** @type {PersonNow | null} */
    shown: null,
    /** Of the account that is shown, if it is a player's. @type {import("../answers").PlayerPlayNow | null} */
    play: null,
    /** @type {ProposalNow[]} */
    proposals: [],
    /** @type {SessionSeen[]} */
    sessions: [],
    /** What is typed to find an account. */
    wanted: "",
    fault: "",
    /** A secret that is shown this once. */
    once: "",
    notice: "",
  };
}

/** @typedef {ReturnType<typeof newState>} State */

/** What the page of a table knows: the table as it was last heard, what may be done, and what the reader picked. */

import { cents } from "../money.js";

/** @typedef {import("../answers").TableNow} TableNow */
/** @typedef {import("../answers").FeltNow} FeltNow */
/** @typedef {import("../answers").LegalNow} LegalNow */
/** @typedef {import("../answers").RefusedNow} RefusedNow */
/** @typedef {import("../answers").BetRangeNow} BetRangeNow */
/** @typedef {import("../answers").BoxNow} BoxNow */
/** @typedef {import("../answers").LineNow} LineNow */
/** @typedef {import("../answers").AreaNow} AreaNow */
/** @typedef {import("../stream.js").Freshness} Freshness */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {{message: string, clauses: readonly string[], ours?: boolean, reason?: import("../message.js").Reason}} Reason `ours` is in the language of the reader */
/** @typedef {{box: number, bet: string}} Place */
/** @typedef {{number: number, net: string, lines: LineNow[]}} Last */
/** @typedef {{kind: "timed_out" | "seat_lost", box: number, clauses: readonly string[]}} Told */
/** @typedef {{actions: Record<string, string>, best: string} | "counting" | "none"} Advice */

/**
 * @typedef {object} Scene
 * @property {string} id
 * @property {TableNow | null} table
 * @property {FeltNow | null} felt
 * @property {LegalNow | null} legal
 * @property {number} heard when the table was heard, by `performance.now()`
 * @property {Freshness} fresh
 * @property {string | null} me the player; null for who only watches
 * @property {string} chip the one in the hand, in dollars
 * @property {Place} at where the keyboard is
 * @property {number | null} picked the box that is shown large on a phone
 * @property {Reason | null} fault what was refused last
 * @property {{place: Place, reason: Reason, refusal?: boolean} | null} tip why something cannot be pressed; a
 *   `refusal` of the table's, which lasts no longer than what it is about
 * @property {Last | null} last what the reader got in the round before this one
 * @property {Told | null} told what has happened to the reader without their doing
 * @property {import("../answers").PendingNow[]} [wins] wins of the jackpot here that are being verified
 * @property {number} sending commands without an answer
 * @property {boolean} adviser
 * @property {Map<string, Advice>} advice by the decision
 * @property {boolean} more whether the rest of the tools is open
 * @property {boolean} summary whether the lines of the round are open
 * @property {boolean} practice a table of one player, at which nobody else sits down
 * @property {boolean} past a round that is over is shown again: nobody can act
 */

/** @param {string} id @param {string | null} me @returns {Scene} */
export function newScene(id, me) {
  return {
    id,
    table: null,
    felt: null,
    legal: null,
    heard: 0,
    fresh: "connecting",
    me,
    chip: "",
    at: { box: 1, bet: "ante" },
    picked: null,
    fault: null,
    tip: null,
    told: null,
    last: null,
    sending: 0,
    adviser: localStorage.getItem("pitboss.adviser") === "on",
    advice: new Map(),
    more: false,
    summary: false,
    practice: false,
    past: false,
  };
}

/**
 * What a table has of its sheet and of its plate, for a felt that is only looked at.
 *
 * @param {import("../answers").SheetNow} sheet
 * @param {Pick<TableNow, "device" | "boxes" | "limits" | "jackpot_bet" | "displayed">} plate
 */
export function plateOf(sheet, { device, boxes, limits, jackpot_bet, displayed }) {
  const { id, short, title, version: sheet_version, operator } = sheet;
  const table = { device, boxes, limits, jackpot_bet, displayed };
  return { id: short, sheet: id, short, title, sheet_version, operator, ...table };
}

/** A table at which nothing happens, for a felt that is only looked at. @param {Partial<TableNow> & Pick<TableNow, "id" | "sheet" | "title" | "boxes" | "limits" | "jackpot_bet" | "denominations">} known @returns {TableNow} */
export function tableAtRest(known) {
  return {
    version: 0,
    short: "",
    sheet_version: "",
    operator: "",
    open: true,
    automatic: false,
    cards: "",
    device: "",
    link: null,
    displayed: null,
    pending: [],
    round: null,
    dealer: null,
    method: "",
    crew: { dealer: null, supervisors: [] },
    seats: [],
    ready: [],
    closing: false,
    notices: [],
    prompts: [],
    ...known,
  };
}

/** Whether commands make sense now: somebody plays, and what is shown is not old. @param {Scene} scene */
export function live(scene) {
  return scene.me !== null && scene.fresh !== "silent" && (scene.table?.open ?? false);
}

/** @param {Scene} scene @param {number} number @returns {BoxNow | null} */
export function boxOf(scene, number) {
  return scene.table?.round?.boxes.find((box) => box.number === number) ?? null;
}

/** The player of a box: the one who bets on it, or sits there. @param {Scene} scene @param {number} number */
export function holder(scene, number) {
  const seat = scene.table?.seats.find((each) => each.box === number);
  return boxOf(scene, number)?.player ?? seat?.player ?? null;
}

/** @param {Scene} scene @param {number} number */
export function own(scene, number) {
  return scene.me !== null && holder(scene, number) === scene.me;
}

/** The reader's boxes, clockwise. @param {Scene} scene */
export function ownBoxes(scene) {
  return numbers(scene).filter((number) => own(scene, number));
}

/** @param {Scene} scene */
export function numbers(scene) {
  return Array.from({ length: scene.table?.boxes ?? 0 }, (_, place) => place + 1);
}

/** What lies on an area, of one player or of all, in cents. @param {BoxNow | null} box @param {string} bet @param {string | null} [player] */
export function placed(box, bet, player) {
  let sum = 0n;
  for (const wager of box?.wagers ?? []) {
    if (wager.bet === bet && (!player || wager.player === player)) sum += cents(wager.amount);
  }
  return sum;
}

/** What lies on an area for the cards to decide: nothing where a decision took it back. @param {BoxNow | null} box @param {string} bet */
export function rides(box, bet) {
  return box?.taken_back?.includes(bet) ? 0n : placed(box, bet);
}

/** @param {Scene} scene @param {number} box @param {string} bet @returns {BetRangeNow | null} */
export function range(scene, box, bet) {
  return scene.legal?.bets.find((found) => found.box === box && found.bet === bet) ?? null;
}

/**
 * An act that may be sent as it is.
 *
 * @param {Scene} scene
 * @param {Record<string, string | number>} wanted what it must have
 */
export function act(scene, wanted) {
  return scene.legal?.acts.find((found) => agrees(found, wanted)) ?? null;
}

/** All acts that may be sent as they are. @param {Scene} scene @param {Record<string, string | number>} wanted */
export function acts(scene, wanted) {
  return scene.legal?.acts.filter((found) => agrees(found, wanted)) ?? [];
}

/**
 * The bets that answer the decision of a box, each with how many times the Ante it is.
 *
 * @param {Scene} scene
 * @param {number} box
 * @returns {{times: bigint, bet: Record<string, any>}[]}
 */
export function raises(scene, box) {
  const ante = placed(boxOf(scene, box), "ante", scene.me);
  return acts(scene, { act: "bet", box }).map((bet) => ({
    times: ante ? cents(String(bet.amount)) / ante : 0n,
    bet,
  }));
}

/** Why an act may not be sent. @param {Scene} scene @param {Record<string, string | number>} wanted @returns {RefusedNow | null} */
export function whyNot(scene, wanted) {
  return scene.legal?.refused.find((found) => agrees(found.act, wanted)) ?? null;
}

/** @param {Record<string, unknown>} found @param {Record<string, string | number>} wanted */
function agrees(found, wanted) {
  return Object.entries(wanted).every(([name, value]) => found[name] === value);
}

/** What a bet got, with what is paid on it besides. @param {Scene} scene @param {number} box @param {string} bet @returns {LineNow[]} */
export function linesOf(scene, box, bet) {
  const lines = scene.table?.round?.settlement?.lines ?? [];
  const known = new Set(scene.felt?.areas.map((area) => area.bet));
  return lines.filter(
    (line) => line.box === box && (line.bet === bet || (!known.has(line.bet) && homeOf(line.bet) === bet)),
  );
}

/** The area at which a line without an area of its own is shown. @param {string} bet */
function homeOf(bet) {
  return bet === "envy" ? "jackpot" : "ante";
}

/** @param {Scene} scene */
export function phase(scene) {
  return scene.table?.round?.phase ?? "none";
}

/** The reader's own net of the round that is over, in dollars. @param {Scene} scene */
export function net(scene) {
  const players = scene.table?.round?.settlement?.players ?? {};
  return scene.me !== null && scene.me in players ? players[scene.me] : null;
}

/** The box that asks for the reader now: to choose, to decide. @param {Scene} scene */
export function asked(scene) {
  if (phase(scene) !== "playing") return null;
  const mine = ownBoxes(scene).map((number) => boxOf(scene, number));
  const picked = mine.find((box) => box?.number === scene.picked && (box?.to_choose || box?.to_decide));
  return picked ?? mine.find((box) => box?.to_choose) ?? mine.find((box) => box?.to_decide) ?? null;
}

/** The box that a phone shows large. @param {Scene} scene */
export function largeBox(scene) {
  const now = asked(scene)?.number ?? scene.picked ?? ownBoxes(scene)[0];
  return now ?? scene.table?.dealer?.box ?? Math.ceil((scene.table?.boxes ?? 1) / 2);
}

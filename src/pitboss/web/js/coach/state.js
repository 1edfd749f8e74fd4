/** What the page of a coached hand knows: the game, the acts so far, and the hand as the engine answered it. */

import { newScene, phase, placed, plateOf, tableAtRest } from "../table/scene.js";

/** @typedef {import("../answers").CoachedNow} CoachedNow */
/** @typedef {import("../answers").FeltNow} FeltNow */
/** @typedef {import("../answers").SheetNow} SheetNow */
/** @typedef {import("../answers").BoxNow} BoxNow */
/** @typedef {import("../table/scene.js").Scene} Scene */
/** @typedef {Record<string, string | number>} Act */
/** @typedef {"bet" | "more" | "look" | "decide" | "wait" | "over"} Step */
/** @typedef {{name: string, best: string, cost: bigint}} Chosen a decision, what the count says is best, and what it gives away in cents */

/**
 * @typedef {object} State
 * @property {SheetNow[]} sheets
 * @property {string} wanted the sheet as the address has it
 * @property {string} table from which the reader came, and to which they go back
 * @property {SheetNow | null} sheet
 * @property {FeltNow | null} felt
 * @property {number} number of the hand
 * @property {Act[]} acts
 * @property {CoachedNow | null} now
 * @property {Scene | null} scene
 * @property {Chosen[]} chosen
 * @property {string} fault
 * @property {boolean} busy
 * @property {{width: number, height: number}} room for the felt
 */

const KEPT = "pitboss.coach";
const HANDS = 10 ** 9;
const DENOMINATIONS = ["1.00", "5.00", "25.00", "100.00", "500.00"];

/** @param {string} wanted @param {string} search of the address @returns {State} */
export function newState(wanted, search) {
  const query = new URLSearchParams(search);
  const named = query.get("hand") ?? "";
  return {
    sheets: [],
    wanted,
    table: query.get("table") ?? "",
    sheet: null,
    felt: null,
    number: /^\d{1,9}$/.test(named) ? Number(named) : anyHand(),
    acts: [],
    now: null,
    scene: null,
    chosen: [],
    fault: "",
    busy: false,
    room: { width: 0, height: 0 },
  };
}

/** Keep the hand for when the page is opened again, as after signing in. @param {State} state */
export function keep({ sheet, number, acts, chosen }) {
  const spoken = chosen.map(({ name, best, cost }) => ({ name, best, cost: String(cost) }));
  sessionStorage.setItem(KEPT, JSON.stringify({ sheet: sheet?.id, number, acts, chosen: spoken }));
}

/** Take up the hand of a game that was kept, unless the address names another. @param {State} state @param {string} search */
export function takeUp(state, search) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
    const named = new URLSearchParams(search).get("hand");
    if (kept?.sheet !== state.sheet?.id || (named !== null && Number(named) !== kept.number)) return;
    state.number = kept.number;
    state.acts = kept.acts;
    state.chosen = kept.chosen.map((/** @type {{cost: string}} */ each) => ({
      ...each,
      cost: BigInt(each.cost),
    }));
  } catch {
    // What was kept is not of this build: the hand begins anew.
  }
}

/** The number of a hand that nobody has chosen. */
export function anyHand() {
  return crypto.getRandomValues(new Uint32Array(1))[0] % HANDS;
}

/**
 * The hand as the parts of the table read it. What was counted stays known.
 *
 * @param {CoachedNow} now
 * @param {FeltNow} felt
 * @param {SheetNow} sheet
 * @param {Scene | null} before
 * @returns {Scene}
 */
export function sceneOf(now, felt, sheet, before) {
  return {
    ...newScene(sheet.short, now.player),
    adviser: true,
    practice: true,
    advice: before?.advice ?? new Map(),
    felt,
    legal: now.legal,
    at: { box: now.box, bet: "ante" },
    picked: now.box,
    table: tableAtRest({
      ...plateOf(sheet, now.table),
      version: now.legal.version,
      denominations: DENOMINATIONS,
      seats: [{ box: now.box, player: now.player, idle: 0 }],
      round: now.round,
    }),
  };
}

/** @param {CoachedNow} now @returns {BoxNow} */
export function ownBox(now) {
  return now.round.boxes[now.box - 1];
}

/** How far the hand has come. @param {CoachedNow} now @param {Scene} scene @returns {Step} */
export function stepOf(now, scene) {
  if (phase(scene) === "settled") return "over";
  const box = ownBox(now);
  if (phase(scene) === "betting") return placed(box, "ante") ? "more" : "bet";
  if (now.legal.due?.act !== "ask") return "wait";
  return box.cards.includes("?") && scene.legal?.acts.some(({ act }) => act === "look") ? "look" : "decide";
}

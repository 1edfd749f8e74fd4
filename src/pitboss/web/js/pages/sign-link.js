/** The sign of a link: one number, one line under it, and in small print how old the newest cosignature is. */

import { cosignedWords, followLog } from "../cosignatures.js";
import { h, render } from "../dom.js";
import { follow } from "../stream.js";
import { Meter } from "../meter.js";
import { money } from "../money.js";
import { play } from "../sound.js";
import { sentence } from "../sentence.js";
import { handName, t } from "../words.js";

/** @typedef {import("../answers").WitnessedLog} WitnessedLog */
/** @typedef {import("../answers").SignNow} SignNow */
/** @typedef {import("../dom.js").Kids} Kids */

/** How long a payment stays on the sign. In milliseconds. */
const PAID = 60_000;

/**
 * @typedef {object} State
 * @property {string} link
 * @property {SignNow | null} sign
 * @property {boolean} silent
 * @property {number} paidUntil when the last payment leaves the sign, by `performance.now()`
 * @property {WitnessedLog | null} log
 * @property {number} heard when the log was heard, by `performance.now()`
 * @property {Meter | null} meter
 */

/**
 * @param {HTMLElement} root
 * @param {string} link
 * @param {Set<() => void>} drawn called when the language changes
 * @returns {() => void} ends it
 */
export function followLink(root, link, drawn) {
  /** @type {State} */
  const state = { link, sign: null, silent: false, paidUntil: 0, log: null, heard: 0, meter: null };
  const draw = () => {
    if (!state.sign) return;
    render(root, view(state, state.sign));
    state.meter?.show(stateOf(state) === "pending" ? state.sign.pending[0].amount : state.sign.displayed);
  };
  /** @param {Partial<State>} change */
  const set = (change) => {
    Object.assign(state, change);
    draw();
  };
  const hear = (/** @type {SignNow} */ sign) => {
    const before = state.sign;
    if (before && sign.last && (sign.last !== before.last || sign.hits > before.hits)) {
      state.paidUntil = performance.now() + PAID;
      play("paid");
    }
    set({ sign });
  };
  const path = `/api/links/${encodeURIComponent(link)}/stream`;
  const stop = follow(path, { sign: hear }, (fresh) => set({ silent: fresh === "silent" }));
  const stopLog = followLog((log) => set({ log, heard: performance.now() }));
  const seconds = setInterval(draw, 1000);
  drawn.add(draw);
  return () => {
    drawn.delete(draw);
    stop();
    stopLog();
    clearInterval(seconds);
    state.meter?.stop();
  };
}

/** @param {State} state */
function stateOf({ sign, silent, paidUntil }) {
  if (silent) return "silent";
  if (sign?.suspended) return "suspended";
  if (sign?.pending.length) return "pending";
  return performance.now() < paidUntil ? "paid" : "open";
}

/** @param {State} state @param {SignNow} sign */
function view(state, sign) {
  const now = stateOf(state);
  const made = (/** @type {HTMLElement} */ element) => (state.meter = new Meter(element, fit(element)));
  return h(
    "section",
    { class: `sign sign-${now}` },
    h("h1", { class: "sign-name" }, h("span", { translate: "no" }, state.link)),
    h("p", { class: "sign-value", translate: "no", alone: true, made }),
    h("p", { class: "sign-line", role: "status" }, line(now, sign)),
    now === "pending" && running(sign),
    (now === "open" || now === "suspended" || now === "silent") && lastWin(sign),
    smallPrint(state.log, (performance.now() - state.heard) / 1000),
  );
}

/** Says how wide the number is in its own size, whenever its length changes. @param {HTMLElement} element */
function fit(element) {
  let length = 0;
  return (/** @type {string} */ text) => {
    if (text.length === length) return;
    length = text.length;
    const wide = element.getBoundingClientRect().width / parseFloat(getComputedStyle(element).fontSize);
    element.style.setProperty("--wide", wide.toFixed(3));
  };
}

/** @param {WitnessedLog | null} log @param {number} since @returns {Kids} */
function smallPrint(log, since) {
  const words = log && cosignedWords(log, since);
  return words && h("p", { key: "small", class: log.late ? "sign-small late" : "sign-small" }, words);
}

/** What the jackpot has begun anew with while the sum that was won is shown. @param {SignNow} sign @returns {Kids} */
function running({ displayed }) {
  return h("p", { key: "running", class: "sign-last" }, t("sign.running"), " ", moneyWords(displayed));
}

/** The win that was paid last: how much, for which hand, where. @param {SignNow} sign @returns {Kids} */
export function lastWin({ last_win: win }) {
  return win && h("p", { key: "last", class: "sign-last" }, t("sign.last_won"), " ", winWords(win));
}

/** How much, for which hand, where. @param {{amount: string, hand: string, table: string}} win @returns {Kids} */
function winWords({ amount, hand, table }) {
  return [
    moneyWords(amount),
    " · ",
    handName(hand) ?? sentence(hand),
    " · ",
    h("span", { translate: "no" }, table),
  ];
}

/** @param {string} amount */
function moneyWords(amount) {
  return h("span", { class: "sign-money", translate: "no" }, money(amount));
}

/** @param {string} state @param {SignNow} sign @returns {Kids} */
function line(state, sign) {
  if (state === "silent") return t("live.silent");
  if (state === "suspended") return t("sign.suspended");
  if (state === "paid") return [t("sign.paid"), " ", moneyWords(sign.last ?? "0")];
  if (state === "open") return t("sign.progressive");
  const [win] = sign.pending;
  return [
    t("sign.pending"),
    " ",
    winWords(win),
    sign.pending.length > 1 ? ` · ${t("sign.more", { more: sign.pending.length - 1 })}` : "",
  ];
}

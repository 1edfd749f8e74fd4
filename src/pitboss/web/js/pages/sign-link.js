/** The sign of a link: one number, one line under it, and in small print how old the newest cosignature is. */

import { cosignedWords, followLog } from "../cosignatures.js";
import { h, render } from "../dom.js";
import { follow } from "../stream.js";
import { Meter } from "../meter.js";
import { money } from "../money.js";
import { play } from "../sound.js";
import { handName, t } from "../words.js";

/** @typedef {import("../answers").WitnessedLog} WitnessedLog */
/** @typedef {import("../answers").SignNow} SignNow */
/** @typedef {import("../dom.js").Kids} Kids */

/** How long a payment stays on the sign. In milliseconds. */
const PAID = 60_000;

/**
 * @param {HTMLElement} root
 * @param {string} link
 * @returns {() => void} ends it
 */
export function followLink(root, link) {
  /** @type {SignNow | null} */
  let sign = null;
  let silent = false;
  let paidUntil = 0;
  /** @type {WitnessedLog | null} */
  let log = null;
  let heard = 0;
  /** @type {Meter | null} */
  let meter = null;

  const state = () => {
    if (silent) return "silent";
    if (sign?.suspended) return "suspended";
    if (sign?.pending.length) return "pending";
    return performance.now() < paidUntil ? "paid" : "open";
  };

  const draw = () => {
    if (!sign) return;
    const now = state();
    render(
      root,
      h(
        "section",
        { class: `sign sign-${now}` },
        h("h1", { class: "sign-name" }, h("span", { translate: "no" }, link)),
        h("p", {
          class: "sign-value",
          translate: "no",
          alone: true,
          made: (/** @type {HTMLElement} */ element) => {
            meter = new Meter(element, fit(element));
          },
        }),
        h("p", { class: "sign-line", role: "status" }, line(now, sign)),
        smallPrint(log, (performance.now() - heard) / 1000),
      ),
    );
    meter?.show(sign.displayed);
  };

  const stop = follow(
    `/api/links/${encodeURIComponent(link)}/stream`,
    {
      sign: (/** @type {SignNow} */ now) => {
        if (sign && now.last && (now.last !== sign.last || now.hits > sign.hits)) {
          paidUntil = performance.now() + PAID;
          play("paid");
        }
        sign = now;
        draw();
      },
    },
    (fresh) => {
      silent = fresh === "silent";
      draw();
    },
  );
  const stopLog = followLog((now) => {
    log = now;
    heard = performance.now();
    draw();
  });
  const seconds = setInterval(draw, 1000);
  return () => {
    stop();
    stopLog();
    clearInterval(seconds);
    meter?.stop();
  };
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

/** @param {string} state @param {SignNow} sign @returns {Kids} */
function line(state, sign) {
  if (state === "silent") return t("live.silent");
  if (state === "suspended") return t("sign.suspended");
  if (state === "paid")
    return [
      t("sign.paid"),
      " ",
      h("span", { class: "sign-money", translate: "no" }, money(sign.last ?? "0")),
    ];
  if (state === "open") return t("sign.progressive");
  const [win] = sign.pending;
  return [
    t("sign.pending"),
    " ",
    h("span", { class: "sign-money", translate: "no" }, money(win.amount)),
    " · ",
    handName(win.hand) ?? h("span", { lang: "en" }, win.hand),
    " · ",
    h("span", { translate: "no" }, win.table),
    sign.pending.length > 1 ? ` · ${t("sign.more", { more: sign.pending.length - 1 })}` : "",
  ];
}

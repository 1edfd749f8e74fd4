/** The player's side of the table: their chips, the one in their hand, and what they do with their bets. */

import { h } from "../dom.js";
import { cents, face, money } from "../money.js";
import { chip } from "../svg/chip.js";
import { t } from "../words.js";
import { live, ownBoxes, phase } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./commands.js").CommandQueue} CommandQueue */
/**
 * @typedef {object} DockHandlers
 * @property {(value: string) => void} pick a chip
 * @property {(value: string, event: PointerEvent) => void} drag
 * @property {() => void} buy
 * @property {() => void} help
 * @property {() => void} pays
 * @property {() => void} rounds
 * @property {() => void} advise
 * @property {() => void} enter sign in
 * @property {(box: number) => void} sit
 * @property {() => void} forget what was told
 */

/** @param {Scene} scene @param {CommandQueue} commands @param {DockHandlers} handlers */
export function dock(scene, commands, handlers) {
  return h(
    "section",
    { key: "dock", class: "dock", "aria-label": t("table.dock") },
    scene.me === null ? watching(scene, handlers) : balance(scene, handlers),
    scene.me !== null && chips(scene, handlers),
    scene.me !== null && bets(scene, commands),
    tools(scene, handlers),
  );
}

/** @param {Scene} scene @param {DockHandlers} handlers */
function watching(scene, handlers) {
  return h(
    "div",
    { key: "watching", class: "balance" },
    h("span", { class: "balance-name" }, t("table.watching")),
    scene.table?.open && h("button", { type: "button", onclick: handlers.enter }, t("table.sit_down")),
  );
}

/** @param {Scene} scene @param {DockHandlers} handlers */
function balance(scene, handlers) {
  const { table } = scene;
  const poor = cents(table?.chips ?? "0") < cents(Object.values(table?.limits ?? {})[0]?.least ?? "0");
  return h(
    "div",
    { key: "balance", class: "balance" },
    h("span", { class: "balance-name" }, t("table.chips")),
    h(
      "output",
      { class: "balance-value", translate: "no", "aria-label": t("table.chips") },
      money(table?.chips ?? "0", { cents: true }),
    ),
    table?.buy_in_most &&
      h(
        "button",
        { key: "buy", type: "button", class: poor ? "" : "quiet", onclick: handlers.buy },
        t("table.buy"),
      ),
  );
}

/** @param {Scene} scene @param {DockHandlers} handlers */
function chips(scene, handlers) {
  const values = scene.table?.denominations ?? [];
  const quiet = !live(scene) || phase(scene) !== "betting";
  return h(
    "div",
    {
      key: "chips",
      class: `rail-chips ${quiet ? "resting" : ""}`,
      role: "radiogroup",
      "aria-label": t("table.pick"),
    },
    values.map((value, place) =>
      h(
        "button",
        {
          key: value,
          type: "button",
          role: "radio",
          class: "rail-chip",
          "aria-checked": scene.chip === value ? "true" : "false",
          "aria-label": t("table.chip", { value: money(value) }),
          title: t("table.chip_key", { value: money(value), key: place + 1 }),
          "data-chip": value,
          onclick: () => handlers.pick(value),
          onpointerdown: (/** @type {PointerEvent} */ event) => handlers.drag(value, event),
        },
        chip(value, {
          "aria-hidden": "true",
          role: undefined,
          "aria-label": undefined,
          "data-face": face(value),
        }),
      ),
    ),
  );
}

/** @param {Scene} scene @param {CommandQueue} commands */
function bets(scene, commands) {
  const busy = scene.sending > 0 || !live(scene);
  const closed = phase(scene) === "betting" ? t("table.nothing_laid") : t("table.bets_closed");
  return h(
    "div",
    { key: "bets", class: "bet-acts" },
    pressable(
      "rebet",
      t("table.rebet"),
      commands.mayRebet && !busy,
      commands.kept().length ? closed : t("table.no_last"),
      () => void commands.rebet(),
    ),
    pressable("undo", t("table.undo"), commands.mayUndo && !busy, closed, () => void commands.undo()),
    pressable("clear", t("table.clear"), commands.mayUndo && !busy, closed, () => void commands.clear()),
  );
}

/**
 * A button that stays reachable where it cannot be pressed, and says why.
 *
 * @param {string} key
 * @param {string} name
 * @param {boolean} may
 * @param {string} reason
 * @param {() => void} press
 */
export function pressable(key, name, may, reason, press) {
  return h(
    "button",
    {
      key,
      type: "button",
      class: "quiet",
      "data-act": key,
      "aria-disabled": may ? undefined : "true",
      title: may ? undefined : reason,
      "aria-description": may ? undefined : reason,
      onclick: () => {
        if (may) press();
      },
    },
    name,
  );
}

/** @param {Scene} scene @param {DockHandlers} handlers */
function tools(scene, handlers) {
  const boxes = ownBoxes(scene);
  return h(
    "div",
    { key: "tools", class: "tools" },
    scene.me !== null &&
      h(
        "button",
        {
          key: "adviser",
          type: "button",
          class: "quiet",
          "aria-pressed": scene.adviser ? "true" : "false",
          onclick: handlers.advise,
        },
        t("table.adviser"),
      ),
    h("button", { key: "pays", type: "button", class: "quiet", onclick: handlers.pays }, t("sign.pays")),
    h(
      "button",
      { key: "rounds", type: "button", class: "quiet", onclick: handlers.rounds },
      t("table.rounds"),
    ),
    h(
      "button",
      {
        key: "help",
        type: "button",
        class: "quiet",
        "aria-label": t("table.help"),
        title: t("table.help"),
        onclick: handlers.help,
      },
      "?",
    ),
    boxes.length > 0 &&
      h(
        "span",
        { key: "boxes", class: "unseen" },
        t("table.your_boxes", { boxes: boxes.join(", "), count: boxes.length }),
      ),
  );
}

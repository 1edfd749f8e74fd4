/** The player's side of the table: their chips, the one in their hand, and what they do with their bets. */

import { h } from "../dom.js";
import { cents, face, money } from "../money.js";
import { chip } from "../svg/chip.js";
import { t } from "../words.js";
import { panel } from "./decisions.js";
import { favouriteStrip } from "./favourites.js";
import { coachedHand } from "./how-to.js";
import { lastButton } from "./last.js";
import { live, ownBoxes, phase } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./commands.js").CommandQueue} CommandQueue */
/**
 * @typedef {object} DockHandlers
 * @property {(value: string) => void} pick a chip
 * @property {(value: string, event: PointerEvent) => void} drag
 * @property {() => void} buy
 * @property {() => void} favourites shows and keeps them
 * @property {(favourite: import("./favourites.js").Favourite) => void} layFavourite
 * @property {() => void} help
 * @property {() => void} how
 * @property {() => void} pays
 * @property {() => void} rounds
 * @property {() => void} advise
 * @property {import("./decisions.js").Send} send
 * @property {(box: number) => void} leave asks before the player walks away
 * @property {(box: number) => void} show the buttons of another box
 * @property {() => void} more open or close the rest of the tools
 * @property {() => void} enter sign in
 * @property {(box: number) => void} sit
 * @property {() => void} forget what was told
 */

/**
 * While a decision of the reader's is due, its buttons stand where their chips were: they cover nothing, and nothing
 * else can be done.
 *
 * @param {Scene} scene
 * @param {CommandQueue} commands
 * @param {DockHandlers} handlers
 */
export function dock(scene, commands, handlers) {
  const asks = scene.me !== null && panel(scene, handlers.send, handlers.leave, handlers.show);
  return h(
    "section",
    { key: "dock", class: "dock", "aria-label": t("table.dock") },
    scene.me === null ? watching(scene, handlers) : balance(scene, handlers),
    scene.me !== null &&
      h(
        "div",
        { key: "hand", class: "own-acts" },
        asks || [
          chips(scene, handlers),
          h(
            "div",
            { key: "rows", class: "bet-rows" },
            bets(scene, commands),
            favouriteStrip(scene, handlers.layFavourite),
          ),
        ],
      ),
    tools(scene, handlers),
  );
}

/** @param {Scene} scene @param {DockHandlers} handlers */
function watching(scene, handlers) {
  return h(
    "div",
    { key: "watching", class: "balance" },
    h(
      "span",
      { class: "balance-sums" },
      h("span", { key: "name", class: "balance-watching" }, t("table.watching")),
      firstHand(scene),
    ),
    scene.table?.open && h("button", { type: "button", onclick: handlers.enter }, t("table.sit_down")),
  );
}

/** @param {Scene} scene @param {DockHandlers} handlers */
function balance(scene, handlers) {
  const { table } = scene;
  const laid = onLayout(scene);
  const poor = cents(table?.chips ?? "0") < cents(Object.values(table?.limits ?? {})[0]?.least ?? "0");
  return h(
    "div",
    { key: "balance", class: "balance" },
    h(
      "span",
      { class: "balance-sums" },
      h("span", { class: "balance-name" }, t("table.chips")),
      h(
        "output",
        { class: "balance-value", translate: "no", "aria-label": t("table.chips") },
        money(table?.chips ?? "0", { cents: true }),
      ),
      laid > 0n &&
        h(
          "span",
          { key: "laid", class: "balance-laid" },
          t("table.on_layout"),
          " ",
          h("b", { translate: "no" }, money(laid)),
        ),
      laid === 0n && (lastButton(scene) ?? (ownBoxes(scene).length === 0 && firstHand(scene))),
    ),
    table?.buy_in_most &&
      h(
        "button",
        { key: "buy", type: "button", class: poor ? "" : "quiet", onclick: handlers.buy },
        t("table.buy"),
      ),
  );
}

/** The way to a coached hand, for who has not played here yet. @param {Scene} scene */
function firstHand({ table }) {
  return table && h("a", { key: "coach", class: "first-hand", href: coachedHand(table) }, t("coach.first"));
}

/** Whether the reader has said that they wait for the cards. @param {Scene} scene */
function waits({ table, me }) {
  return me !== null && (table?.ready?.includes(me) ?? false);
}

/** What the reader has on the layout, in cents. @param {Scene} scene */
function onLayout(scene) {
  if (phase(scene) === "settled" || phase(scene) === "void") return 0n;
  const wagers = scene.table?.round?.boxes.flatMap((box) => box.wagers) ?? [];
  return wagers.reduce((sum, { player, amount }) => (player === scene.me ? sum + cents(amount) : sum), 0n);
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
    pressable("double", t("table.double"), commands.mayDouble && !busy, closed, () => void commands.double()),
    pressable("undo", t("table.undo"), commands.mayUndo && !busy, closed, () => void commands.undo()),
    pressable(
      "ready",
      waits(scene) ? t("table.waiting") : t("table.deal_now"),
      onLayout(scene) > 0n && phase(scene) === "betting" && !waits(scene) && !busy,
      waits(scene) ? t("table.waiting_text") : closed,
      () => void commands.ready(),
    ),
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
    h(
      "button",
      {
        key: "more",
        type: "button",
        class: "quiet",
        "aria-expanded": scene.more ? "true" : "false",
        "aria-controls": "more-tools",
        onclick: handlers.more,
      },
      t("table.more"),
    ),
    scene.more &&
      h(
        "div",
        { key: "list", id: "more-tools", class: "more-tools" },
        rest(scene, handlers).map(({ key, name, press }) =>
          h(
            "button",
            {
              key,
              type: "button",
              class: "quiet",
              onclick: () => {
                handlers.more();
                press();
              },
            },
            name,
          ),
        ),
      ),
    boxes.length > 0 &&
      h(
        "span",
        { key: "boxes", class: "unseen" },
        t("table.your_boxes", { boxes: boxes.join(", "), count: boxes.length }),
      ),
  );
}

/** What is looked up more rarely. @param {Scene} scene @param {DockHandlers} handlers */
function rest(scene, handlers) {
  const plays = { key: "favourites", name: t("table.favourites"), press: handlers.favourites };
  return [
    ...(scene.me === null ? [] : [plays]),
    { key: "how", name: t("table.how"), press: handlers.how },
    { key: "pays", name: t("sign.pays"), press: handlers.pays },
    { key: "rounds", name: t("table.rounds"), press: handlers.rounds },
    { key: "help", name: t("table.help"), press: handlers.help },
  ];
}

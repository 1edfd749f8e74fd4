/** The felt with everything that lies on it, as one drawing; a replay and the trainer show it too. */

import { h } from "../dom.js";
import { gain, money } from "../money.js";
import { tone } from "../reasons.js";
import { t } from "../words.js";
import { areas } from "./areas.js";
import { laid } from "./chips.js";
import { discards, felt } from "./felt.js";
import { dealersCards, hand, plaque } from "./hands.js";
import { boxOf, holder, largeBox, own, phase, rides } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").BoxPlan} BoxPlan */
/**
 * @typedef {object} FeltHandlers
 * @property {import("./areas.js").AreaHandlers} areas
 * @property {import("./chips.js").Fly} fly
 * @property {import("./hands.js").Dealt} dealt
 * @property {(box: number) => void} look
 * @property {(box: number) => void} name the plate of a box is pressed: sit down, stand up, or on a phone show it
 */

const nothing = () => {};
/** Where nobody can act. @type {FeltHandlers} */
export const STILL = {
  areas: { press: nothing, notice: nothing, leave: nothing },
  fly: nothing,
  dealt: nothing,
  look: nothing,
  name: nothing,
};

/** The felt without the words over it. @param {Scene} scene @param {Plan} plan @param {FeltHandlers} handlers */
export function drawing(scene, plan, handlers) {
  const { table } = scene;
  if (!table) return null;
  return h(
    "svg",
    {
      key: "felt",
      class: "felt",
      viewBox: `0 0 ${plan.width} ${plan.height.toFixed(1)}`,
      role: "group",
      "aria-label": t("table.felt"),
    },
    felt(plan, table, !scene.felt?.community),
    discards(plan, table.round?.burnt ?? 0, table.round?.discarded ?? 0),
    dealersCards(scene, plan, handlers.dealt),
    plan.boxes.map((box) => boxGroup(scene, plan, box, handlers)),
  );
}

/** @param {Scene} scene @param {Plan} plan @param {BoxPlan} box @param {FeltHandlers} handlers */
function boxGroup(scene, plan, box, handlers) {
  const now = boxOf(scene, box.number);
  const who = holder(scene, box.number);
  const mine = own(scene, box.number);
  const turn = phase(scene) === "playing" && (now?.to_decide || now?.to_choose);
  return h(
    "g",
    {
      key: box.number,
      class: `box ${mine ? "mine" : ""} ${turn ? "turn" : ""} ${who ? "taken" : "free"} ${box.small ? "small" : ""} ${box.number === largeBox(scene) ? "large-one" : ""}`,
      role: "group",
      "aria-label": who
        ? t("table.box_of", { box: box.number, name: mine ? t("table.you") : who })
        : t("table.box_free", { box: box.number }),
    },
    areas(scene, box, handlers.areas),
    name(scene, plan, box, who, handlers),
    hand(scene, box, handlers.dealt, handlers.look, plan.width),
    laid(scene, box, handlers.fly),
  );
}

/** Who sits at a box; pressed, one sits down or stands up. @param {Scene} scene @param {Plan} plan @param {BoxPlan} box @param {string | null} who @param {FeltHandlers} handlers */
function name(scene, plan, box, who, handlers) {
  const mine = own(scene, box.number);
  // Nobody sits down at a closed table, nor beside who practises.
  const sits = scene.me !== null && (scene.table?.open ?? false) && !scene.practice;
  const label = mine ? t("table.you") : (who ?? (sits && plan.kind === "desk" ? t("table.sit_here") : ""));
  const text = `${box.number}${label ? ` · ${label.length > 14 ? `${label.slice(0, 13)}…` : label}` : ""}`;
  const sum = smallSum(scene, box.number);
  const shown = plan.kind === "phone" ? `${brief(text)} ${sum.word}`.trim() : text;
  const spoken = shown.includes("…") && who ? `${shown}, ${who}` : shown;
  const pressable = plan.kind === "phone" ? box.small || (sits && (mine || !who)) : sits && (mine || !who);
  return h(
    "g",
    {
      key: "name",
      class: `name ${pressable ? "pressable" : ""}`,
      role: pressable ? "button" : undefined,
      tabindex: pressable ? 0 : undefined,
      "data-name": box.number,
      translate: "no",
      "aria-label": pressable ? `${spoken}, ${nameLabel(box, mine)}` : undefined,
      onclick: pressable ? () => handlers.name(box.number) : undefined,
      onkeydown: pressable
        ? (/** @type {KeyboardEvent} */ event) => {
            if (event.key === "Enter" || event.key === " ") handlers.name(box.number);
          }
        : undefined,
    },
    plan.kind === "phone"
      ? smallSeat(box, text, sum)
      : plaque(plan.width, "plate", text, box.name, plan.kind === "desk" ? 14 : 13, "name-plaque"),
  );
}

/** @param {BoxPlan} box @param {boolean} mine */
function nameLabel(box, mine) {
  if (box.small) return t("table.show_box", { box: box.number });
  return mine ? t("table.stand_up", { box: box.number }) : t("table.sit_at", { box: box.number });
}

/** As much of a text as a small seat has room for. @param {string} text */
function brief(text) {
  return text.length > 7 ? `${text.slice(0, 6)}…` : text;
}

/** What lies on a box or what it got, with its tone. @param {Scene} scene @param {number} box */
function smallSum(scene, box) {
  const sum = (scene.felt?.areas ?? []).reduce((all, { bet }) => all + rides(boxOf(scene, box), bet), 0n);
  const lines = scene.table?.round?.settlement?.lines.filter((line) => line.box === box) ?? [];
  const got = lines.reduce((all, line) => all + BigInt(line.net.replace(".", "")), 0n);
  if (lines.length) return { word: gain(got), tone: tone(got < 0n ? "-1" : got > 0n ? "1" : "0") };
  return { word: sum ? money(sum) : "", tone: "" };
}

/** A box in the strip of a phone: its number, its cards, what lies on it or what it got. @param {BoxPlan} box @param {string} text @param {{word: string, tone: string}} sum */
function smallSeat(box, text, sum) {
  return [
    h("rect", {
      key: "seat",
      class: "seat-place",
      x: box.name.x - 25,
      y: box.name.y - 36,
      width: 50,
      height: 58,
      rx: 8,
    }),
    h("text", { key: "who", class: "seat-name", x: box.name.x, y: box.name.y }, brief(text)),
    sum.word && [
      // Keeps the two apart where they are read as one text.
      " ",
      h(
        "text",
        {
          key: "sum",
          class: `seat-sum ${sum.tone}`,
          x: box.name.x,
          y: box.name.y + 14,
        },
        sum.word,
      ),
    ],
  ];
}

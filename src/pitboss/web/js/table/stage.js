/** The felt with everything on it, as one drawing; the words and buttons that stand over it. */

import { h } from "../dom.js";
import { gain, money } from "../money.js";
import { t } from "../words.js";
import { clauseLinks, tone } from "../reasons.js";
import { areas } from "./areas.js";
import { laid } from "./chips.js";
import { panel } from "./decisions.js";
import { discards, felt } from "./felt.js";
import { dealersCards, hand, plaque } from "./hands.js";
import { boxOf, holder, largeBox, own, phase, placed } from "./scene.js";
import { gained } from "./results.js";
import { jackpot, notices, plate, saying, title } from "./announcements.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").BoxPlan} BoxPlan */
/**
 * @typedef {object} StageHands
 * @property {import("./areas.js").Hands} areas
 * @property {import("./chips.js").Fly} fly
 * @property {import("./hands.js").Dealt} dealt
 * @property {(box: number) => void} look
 * @property {(box: number) => void} name the plate of a box is pressed: sit down, stand up, or on a phone show it
 * @property {import("./decisions.js").Send} send
 * @property {(box: number) => void} leave
 * @property {() => void} summary open or close the lines of the round
 */

const nothing = () => {};
/** Where nobody can act. @type {StageHands} */
export const STILL = {
  areas: { press: nothing, notice: nothing, leave: nothing },
  fly: nothing,
  dealt: nothing,
  look: nothing,
  name: nothing,
  send: nothing,
  leave: nothing,
  summary: nothing,
};

/** @param {Scene} scene @param {Plan} plan @param {StageHands} hands */
export function stage(scene, plan, hands) {
  const { table } = scene;
  if (!table) return null;
  return h(
    "div",
    {
      key: "stage",
      class: `stage ${plan.kind} phase-${phase(scene)} ${table.open ? "" : "closed"}`,
      "data-version": table.version,
    },
    drawing(scene, plan, hands),
    title(scene),
    jackpot(scene),
    plate(scene),
    h(
      "div",
      { key: "middle", class: "middle", style: { top: `${(plan.saying.y / plan.height) * 100}%` } },
      saying(scene),
      gained(scene, hands.summary),
      banner(scene),
      notices(scene),
    ),
    scene.tip && tip(scene, plan),
    plan.boxes.map((box) => panel(scene, plan, box, hands.send, hands.leave)),
  );
}

/** The felt without the words over it, as a replay shows it too. @param {Scene} scene @param {Plan} plan @param {StageHands} hands */
export function drawing(scene, plan, hands) {
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
    felt(plan, table),
    discards(plan, table.round?.burnt ?? 0, table.round?.discarded ?? 0),
    dealersCards(scene, plan, hands.dealt),
    plan.boxes.map((box) => boxGroup(scene, plan, box, hands)),
  );
}

/** @param {Scene} scene @param {Plan} plan @param {BoxPlan} box @param {StageHands} hands */
function boxGroup(scene, plan, box, hands) {
  const now = boxOf(scene, box.number);
  const who = holder(scene, box.number);
  const turn = phase(scene) === "playing" && (now?.to_decide || now?.to_choose);
  return h(
    "g",
    {
      key: box.number,
      class: `box ${own(scene, box.number) ? "mine" : ""} ${turn ? "turn" : ""} ${who ? "taken" : "free"} ${box.small ? "small" : ""} ${box.number === largeBox(scene) ? "large-one" : ""}`,
      role: "group",
      "aria-label": who
        ? t("table.box_of", { box: box.number, name: who })
        : t("table.box_free", { box: box.number }),
    },
    areas(scene, box, hands.areas),
    name(scene, plan, box, who, hands),
    hand(scene, box, hands.dealt, hands.look),
    laid(scene, box, hands.fly),
  );
}

/** Who sits at a box; pressed, one sits down or stands up. @param {Scene} scene @param {Plan} plan @param {BoxPlan} box @param {string | null} who @param {StageHands} hands */
function name(scene, plan, box, who, hands) {
  const mine = own(scene, box.number);
  const label = mine
    ? t("table.you")
    : (who ?? (scene.me !== null && plan.kind === "desk" ? t("table.sit_here") : ""));
  const text = `${box.number}${label ? ` · ${label.length > 14 ? `${label.slice(0, 13)}…` : label}` : ""}`;
  const pressable =
    plan.kind === "phone"
      ? box.small || (scene.me !== null && (mine || !who))
      : scene.me !== null && (mine || !who);
  return h(
    "g",
    {
      key: "name",
      class: `name ${pressable ? "pressable" : ""}`,
      role: pressable ? "button" : undefined,
      tabindex: pressable ? 0 : undefined,
      "data-name": box.number,
      translate: "no",
      "aria-label": pressable ? nameLabel(box, mine) : undefined,
      onclick: pressable ? () => hands.name(box.number) : undefined,
      onkeydown: pressable
        ? (/** @type {KeyboardEvent} */ event) => {
            if (event.key === "Enter" || event.key === " ") hands.name(box.number);
          }
        : undefined,
    },
    plan.kind === "phone"
      ? smallSeat(scene, box, text)
      : plaque("plate", text, box.name, plan.kind === "desk" ? 14 : 13, "name-plaque"),
  );
}

/** @param {BoxPlan} box @param {boolean} mine */
function nameLabel(box, mine) {
  if (box.small) return t("table.show_box", { box: box.number });
  return mine ? t("table.stand_up", { box: box.number }) : t("table.sit_at", { box: box.number });
}

/** A box in the strip of a phone: its number, its cards, what lies on it or what it got. @param {Scene} scene @param {BoxPlan} box @param {string} text */
function smallSeat(scene, box, text) {
  const now = boxOf(scene, box.number);
  const sum = (scene.felt?.areas ?? []).reduce((all, { bet }) => all + placed(now, bet), 0n);
  const lines = scene.table?.round?.settlement?.lines.filter((line) => line.box === box.number) ?? [];
  const got = lines.reduce((all, line) => all + BigInt(line.net.replace(".", "")), 0n);
  const word = lines.length ? gain(got) : sum ? money(sum) : "";
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
    h(
      "text",
      { key: "who", class: "seat-name", x: box.name.x, y: box.name.y },
      text.length > 7 ? `${text.slice(0, 6)}…` : text,
    ),
    word &&
      h(
        "text",
        {
          key: "sum",
          class: `seat-sum ${lines.length ? tone(got < 0n ? "-1" : got > 0n ? "1" : "0") : ""}`,
          x: box.name.x,
          y: box.name.y + 14,
        },
        word,
      ),
  ];
}

/** Why something cannot be pressed, beside it. @param {Scene} scene @param {Plan} plan */
function tip(scene, plan) {
  if (!scene.tip) return null;
  const { place, reason } = scene.tip;
  const box = plan.boxes.find((each) => each.number === place.box);
  const at = box?.areas[place.bet] ?? box?.hand;
  if (!at) return null;
  const side = at.x > plan.width * 0.7 ? "left" : at.x < plan.width * 0.3 ? "right" : "above";
  return h(
    "div",
    {
      key: "tip",
      id: "why-not",
      class: `why-not ${side}`,
      role: "tooltip",
      style: { left: `${(at.x / plan.width) * 100}%`, top: `${(at.y / plan.height) * 100}%` },
    },
    h("span", { lang: reason.ours ? undefined : "en" }, reason.message),
    reason.clauses.length > 0 &&
      h(
        "span",
        { key: "clauses", class: "why-clauses" },
        " ",
        clauseLinks(reason.clauses, scene.table?.sheet ?? ""),
      ),
  );
}

/** A round that is void, and by which clauses. @param {Scene} scene */
function banner(scene) {
  const { table } = scene;
  if (!table) return null;
  const clauses = table.round?.void ?? [];
  if (!clauses.length) return null;
  return h(
    "p",
    { key: "banner", class: "banner" },
    t("table.void"),
    " ",
    h("small", null, t("why.clauses"), " ", clauseLinks(clauses, table.sheet)),
  );
}

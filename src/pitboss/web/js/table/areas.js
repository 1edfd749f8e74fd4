/** The bet areas of a box: each is a place with its printed name, its chips and, afterwards, what it got. */

import { h } from "../dom.js";
import { betName } from "../house.js";
import { money } from "../money.js";
import { got } from "../reasons.js";
import { betTerm, t, term } from "../words.js";
import { boxOf, linesOf, live, phase, range, rides, whyNot } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./plan.js").Spot} Spot */
/** @typedef {import("./plan.js").BoxPlan} BoxPlan */
/** @typedef {import("../answers").AreaNow} AreaNow */
/** @typedef {import("../dom.js").VNode} VNode */

const CHINESE = /\p{Script=Han}/u;

/**
 * @typedef {object} AreaHandlers what the areas call
 * @property {(box: number, bet: string) => void} press
 * @property {(box: number, bet: string) => void} notice the pointer or the keyboard has come to an area
 * @property {() => void} leave
 */

/**
 * @param {Scene} scene
 * @param {BoxPlan} box
 * @param {AreaHandlers} handlers
 */
export function areas(scene, box, handlers) {
  return (scene.felt?.areas ?? []).map((area) => {
    const spot = box.areas[area.bet];
    return spot && areaButton(scene, box.number, area, spot, handlers);
  });
}

/** Whether an area can be pressed, and if not, why not. @param {Scene} scene @param {number} box @param {string} bet */
export function state(scene, box, bet) {
  if (linesOf(scene, box, bet).length) return { ready: true, reason: null };
  if (scene.me === null) return { ready: forWatchers(scene, bet), reason: null };
  const found = range(scene, box, bet);
  if (found && live(scene)) return { ready: true, reason: null };
  const refused = whyNot(scene, { act: "bet", box, bet });
  return { ready: false, reason: refused && toThem(refused) };
}

/** Who watches may press what is bet before the deal, and is asked who they are. @param {Scene} scene @param {string} bet */
function forWatchers(scene, bet) {
  const before = scene.felt?.areas.some((area) => area.bet === bet && area.placed === "before_deal");
  return phase(scene) === "betting" && !scene.past && (before ?? false);
}

/** A refusal as the reader is told it; of their own chips it speaks to them. @param {import("../answers").RefusedNow} refused */
function toThem({ code, message, clauses, reason }) {
  return code === "chips_short"
    ? { message: t("table.not_enough"), clauses: [], ours: true }
    : { message, clauses, reason };
}

/** Drop what was told of a place that is not so any more. @param {Scene} scene */
export function dropStaleTip(scene) {
  const { tip, legal, table } = scene;
  if (!tip?.refusal || legal?.version !== table?.version) return;
  const { box, bet } = tip.place;
  const now = bet === "hand" ? whyNot(scene, { act: "look", box }) : state(scene, box, bet).reason;
  if (now?.message !== tip.reason.message) scene.tip = null;
}

/**
 * @param {Scene} scene
 * @param {number} box
 * @param {AreaNow} area
 * @param {Spot} spot
 * @param {AreaHandlers} handlers
 */
function areaButton(scene, box, area, spot, handlers) {
  const { bet } = area;
  const { ready } = state(scene, box, bet);
  const amount = rides(boxOf(scene, box), bet);
  const here = scene.at.box === box && scene.at.bet === bet;
  const lit = bet === "jackpot" && amount > 0n && phase(scene) !== "betting";
  return h(
    "g",
    {
      key: bet,
      class: `area area-${shapeOf(area)} ${ready ? "ready" : "quiet"} ${lit ? "lit" : ""} ${amount ? "laid" : ""}`,
      role: "button",
      tabindex: here ? 0 : -1,
      "data-area": `${box} ${bet}`,
      "aria-label": nameOf(scene, box, area),
      "aria-disabled": ready ? undefined : "true",
      "aria-describedby": scene.tip?.place.box === box && scene.tip.place.bet === bet ? "why-not" : undefined,
      transform: `translate(${spot.x.toFixed(1)} ${spot.y.toFixed(1)})`,
      onclick: () => handlers.press(box, bet),
      onpointerenter: () => handlers.notice(box, bet),
      onpointerleave: handlers.leave,
      onfocus: () => handlers.notice(box, bet),
      onblur: handlers.leave,
    },
    shape(area, spot.radius),
    label(scene, area, spot.radius),
  );
}

/** The full name for who does not see the felt: box, bet, what lies there, what it got or takes. @param {Scene} scene @param {number} box @param {AreaNow} area */
function nameOf(scene, box, area) {
  const { bet } = area;
  const amount = rides(boxOf(scene, box), bet);
  const lines = linesOf(scene, box, bet);
  const found = range(scene, box, bet);
  const parts = [t("why.box", { box }), betTerm(bet, area.title)];
  if (bet === "jackpot" && scene.table?.jackpot_bet) parts.push(printedPrice(scene.table.jackpot_bet));
  if (amount) parts.push(t("table.laid", { amount: money(amount) }));
  for (const line of lines)
    parts.push(`${betName(line.bet, scene.table?.sheet)} ${term("result", line.result)} ${got(line)}`);
  if (!lines.length && found) {
    const most = found.most ? money(found.most) : "";
    parts.push(
      most && most !== money(found.least)
        ? t("table.takes", { least: money(found.least), most })
        : t("table.takes_just", { amount: money(found.least) }),
    );
  }
  return parts.join(", ");
}

/** @param {AreaNow} area @returns {"coin" | "ante" | "side" | "play"} */
function shapeOf(area) {
  if (area.bet === "jackpot") return "coin";
  if (area.placed === "decision") return "play";
  return area.bet === "ante" ? "ante" : "side";
}

/** @param {AreaNow} area @param {number} radius */
function shape(area, radius) {
  const hit = h("circle", { class: "area-hit", r: Math.max(radius + 5, 24) });
  switch (shapeOf(area)) {
    case "coin":
      return [
        hit,
        h("circle", { class: "area-glow", r: radius + 8 }),
        h("circle", { class: "area-ring", r: radius }),
        h("circle", { class: "area-inner", r: radius - 5 }),
      ];
    case "side":
      return [
        hit,
        h("circle", { class: "area-ring", r: radius }),
        h("circle", { class: "area-inner", r: radius - 5 }),
      ];
    case "ante":
      return [
        hit,
        h("rect", {
          class: "area-ring",
          x: -radius,
          y: -radius * 0.92,
          width: radius * 2,
          height: radius * 1.84,
          rx: radius * 0.3,
        }),
      ];
    default:
      return [hit, h("circle", { class: "area-ring", r: radius })];
  }
}

/** An amount as the layout has it, without the letters of its currency. @param {string} price */
function printedPrice(price) {
  return money(price).replace(/^[A-Za-z]+(?=[^\w.])/, "");
}

/** The printed name, a word a line; the coin spot says its price. @param {Scene} scene @param {AreaNow} area @param {number} radius */
function label(scene, area, radius) {
  if (area.bet === "jackpot") {
    const price = scene.table?.jackpot_bet;
    return h(
      "text",
      { class: "area-price", "font-size": radius * 0.62, translate: "no" },
      price ? printedPrice(price) : "—",
    );
  }
  const words = printedLines(betTerm(area.bet, area.title));
  const size = Math.min(radius * 0.5, (radius * 2.7) / Math.max(...words.map(letters)));
  const spaced = area.title.includes(" ") && !CHINESE.test(words[0]);
  return h(
    "text",
    { class: "area-name", "font-size": size.toFixed(1) },
    words.map((word, line) => [
      h("tspan", { key: line, x: 0, y: ((line - (words.length - 1) / 2) * size * 1.08).toFixed(1) }, word),
      // Keeps the words apart where they are read as one text, and takes no room.
      spaced && line < words.length - 1 && h("tspan", { key: `after ${line}`, "font-size": 0 }, " "),
    ]),
  );
}

/** A printed name in lines: a word on each, and Chinese of four characters or more in two. @param {string} name */
function printedLines(name) {
  return name.split(" ").flatMap((word) => {
    const half = Math.ceil(word.length / 2);
    return CHINESE.test(word) && word.length > 3 ? [word.slice(0, half), word.slice(half)] : [word];
  });
}

/** How wide a word is, in Latin letters. @param {string} word */
function letters(word) {
  return [...word].reduce((wide, letter) => wide + (CHINESE.test(letter) ? 2 : 1), 0);
}

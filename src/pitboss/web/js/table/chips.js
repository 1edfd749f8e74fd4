/** What lies on the areas: chips with their sum and, afterwards, what they got. */

import { h } from "../dom.js";
import { cents, gain, money } from "../money.js";
import { stack } from "../svg/chip.js";
import { t, term } from "../words.js";
import { tone } from "../reasons.js";
import { boxOf, linesOf, own, rides } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./plan.js").Spot} Spot */
/** @typedef {import("./plan.js").BoxPlan} BoxPlan */
/** @typedef {(element: Element, from: "rail" | "tray") => void} Fly chips come from somewhere */

/**
 * What lies on the areas of a box, over its cards: chips with their sum, and what they got.
 *
 * @param {Scene} scene
 * @param {BoxPlan} box
 * @param {Fly} fly
 */
export function laid(scene, box, fly) {
  return (scene.felt?.areas ?? []).map(({ bet }) => {
    const spot = box.areas[bet];
    const amount = rides(boxOf(scene, box.number), bet);
    const lines = linesOf(scene, box.number, bet);
    if (!spot || (!amount && !lines.length)) return null;
    return h(
      "g",
      {
        key: `laid ${bet}`,
        class: "laid-place",
        "aria-hidden": "true",
        transform: `translate(${spot.x.toFixed(1)} ${spot.y.toFixed(1)})`,
      },
      amount > 0n && chips(scene, box.number, bet, amount, spot, fly),
      lines.length > 0 && result(lines, spot),
    );
  });
}

/** @param {Scene} scene @param {number} box @param {string} bet @param {bigint} amount @param {Spot} spot @param {Fly} fly */
function chips(scene, box, bet, amount, spot, fly) {
  const denominations = scene.table?.denominations ?? [];
  const { radius, side, over } = spot;
  const wide = Math.min(radius * 1.3, 54);
  const lines = linesOf(scene, box, bet);
  const lost = lines.length > 0 && lines.every((line) => cents(line.net) < 0n);
  const won = lines.reduce((sum, line) => sum + (cents(line.net) > 0n ? cents(line.net) : 0n), 0n);
  const anchor = over ? "middle" : side.x > 0 ? "start" : side.x < 0 ? "end" : "middle";
  return [
    h(
      "g",
      {
        key: `chips ${amount}`,
        class: `laid-chips ${lost ? "lost" : ""}`,
        made: (/** @type {Element} */ element) => fly(element, "rail"),
      },
      pile(amount, denominations, wide, { x: 0, y: 0 }),
    ),
    won > 0n &&
      h(
        "g",
        {
          key: `won ${won}`,
          class: "won-chips",
          made: (/** @type {Element} */ element) => fly(element, "tray"),
        },
        pile(won, denominations, wide * 0.86, { x: -side.x * wide * 0.85, y: -side.y * wide * 0.6 }),
      ),
    !lines.length &&
      h(
        "text",
        {
          key: "sum",
          class: `area-sum ${own(scene, box) ? "mine" : ""}`,
          x: over ? 0 : side.x * (radius + 7),
          y: over ? radius * 0.9 : side.y ? radius + 14 : 5,
          "text-anchor": anchor,
          translate: "no",
        },
        money(amount),
      ),
  ];
}

/** A pile that stands at a point. @param {bigint} amount @param {readonly string[]} denominations @param {number} wide @param {{x: number, y: number}} at */
function pile(amount, denominations, wide, at) {
  const high = Math.min(5, Math.max(1, count(amount, denominations)));
  const tall = (wide * (100 + (high - 1) * 13)) / 100;
  const shown = denominations.length ? denominations : ["1.00"];
  return stack(amount, shown, {
    x: at.x - wide / 2,
    y: at.y + wide / 2 - tall,
    width: wide,
    height: tall,
    "aria-hidden": "true",
    role: undefined,
    "aria-label": undefined,
  });
}

/** How many chips an amount takes. @param {bigint} amount @param {readonly string[]} denominations */
function count(amount, denominations) {
  let [rest, chips] = [amount, 0];
  for (const value of denominations.map(cents).sort((a, b) => (a < b ? 1 : -1))) {
    chips += Number(rest / value);
    rest %= value;
  }
  return chips;
}

/** What a bet got: a sign and a word, not a colour alone. @param {import("../answers").LineNow[]} lines @param {Spot} spot */
function result(lines, { radius, side, over }) {
  const sum = lines.reduce((all, line) => all + cents(line.net), 0n);
  const word = lines.length === 1 ? lines[0].result : sum > 0n ? "win" : sum < 0n ? "lose" : "push";
  const stakes = lines.reduce((all, line) => all + cents(line.stake), 0n);
  const back = sum === 0n && stakes > 0n;
  const [got, text] = [back ? t("why.back", { amount: money(stakes) }) : gain(sum), term("result", word)];
  const wide = Math.max(got.length * 8.2, text.length * 7) + 14;
  const at = over
    ? { x: 0, y: radius * 0.1 }
    : { x: side.x * (radius + 5 + wide / 2), y: side.y ? radius + 1 : -16 };
  return h(
    "g",
    {
      key: "result",
      class: `area-result ${tone(sum < 0n ? "-1" : sum > 0n ? "1" : "0")}`,
      transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`,
    },
    h("rect", { x: -wide / 2, y: 0, width: wide, height: 33, rx: 7 }),
    h("text", { class: "result-money", y: 14, translate: "no" }, got),
    h("text", { class: "result-word", y: 27 }, text),
  );
}

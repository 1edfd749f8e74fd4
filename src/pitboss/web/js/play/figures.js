/** Time and result in words. */

import { cents, gain } from "../money.js";
import { tone } from "../reasons.js";
import { h } from "../dom.js";
import { t } from "../words.js";

/** Minutes as people say them: `42 min`, `1 h 5 min`. @param {number} minutes */
export function duration(minutes) {
  const hours = Math.floor(minutes / 60);
  if (!hours) return t("play.minutes", { count: minutes });
  const rest = minutes % 60;
  return rest ? t("play.hours_minutes", { hours, minutes: rest }) : t("play.hours", { count: hours });
}

/** What was won or lost, with its sign and its word. @param {string} net */
export function result(net) {
  const value = cents(net);
  const word = value > 0n ? t("play.won") : value < 0n ? t("play.lost") : t("play.even");
  return [
    h("b", { key: "net", class: tone(net), translate: "no" }, gain(value)),
    h("span", { key: "word", class: "muted" }, ` ${word}`),
  ];
}

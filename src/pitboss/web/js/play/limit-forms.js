/** Limits as they hold, with what still waits, and the forms that change them. */

import { entered } from "../page.js";
import { h } from "../dom.js";
import { money } from "../money.js";
import { folded, pick, text } from "../people/forms.js";
import { when } from "../people/labels.js";
import { t, term } from "../words.js";
import { duration } from "./figures.js";

/** @typedef {import("../answers").OwnLimitNow} OwnLimitNow */
/** @typedef {(limit: OwnLimitNow["limit"], value: {amount?: string, minutes?: number}) => Promise<boolean>} SetLimit */

const BREAKS = [1, 7, 30, 91, 183, 366, 1830];
const CHECKS = [10, 15, 30, 45, 60, 90, 120, 180];

/** A limit in words, or that there is none. @param {string | null | undefined} amount @param {number | null | undefined} minutes */
function value(amount, minutes) {
  if (minutes) return duration(minutes);
  return amount ? money(amount) : t("play.no_limit");
}

/** What the gaming day has used of a limit. @param {OwnLimitNow} one */
function used({ limit, amount, minutes, used: spent }) {
  if (!spent || (!amount && !minutes)) return "";
  return t("play.used", { value: limit === "time" ? duration(Number(spent)) : money(spent) });
}

/** One row for each limit. @param {readonly OwnLimitNow[]} limits */
export function limitList(limits) {
  return h(
    "dl",
    { key: "limits", class: "play-limits" },
    limits.map((one) =>
      h(
        "div",
        { key: one.limit, "data-limit": one.limit },
        h("dt", null, term("limit", one.limit)),
        h(
          "dd",
          null,
          h("b", { key: "now", translate: "no" }, value(one.amount, one.minutes)),
          h("span", { key: "used", class: "muted" }, used(one)),
          one.changes &&
            h(
              "span",
              { key: "next", class: "held" },
              t("play.changes", {
                value: value(one.next_amount, one.next_minutes),
                when: when(one.changes),
              }),
            ),
        ),
      ),
    ),
  );
}

/** A form for each limit. @param {readonly OwnLimitNow[]} limits @param {SetLimit} set */
export function limitForms(limits, set) {
  return limits.map((one) => {
    const minutes = one.limit === "time";
    const label = minutes ? t("play.new_minutes") : t("play.new_amount");
    const field = minutes
      ? text("value", label, { type: "number", min: 1, max: 1440, required: false })
      : text("value", label, {
          inputmode: "decimal",
          pattern: "[0-9]{1,9}(\\.[0-9]{1,2})?",
          required: false,
        });
    return folded(
      `set ${one.limit}`,
      term("limit", one.limit),
      field,
      (given) => {
        const typed = entered(given, "value");
        if (!typed) return set(one.limit, {});
        return set(one.limit, minutes ? { minutes: Number(typed) } : { amount: typed });
      },
      { button: t("play.set"), text: t("play.set_text") },
    );
  });
}

/** @param {(days: number) => Promise<boolean>} rest */
export function breakForm(rest) {
  return folded(
    "break",
    t("play.take_break"),
    pick(
      "days",
      t("play.break_length"),
      BREAKS.map((days) => [String(days), t("play.days", { count: days })]),
    ),
    (given) => rest(Number(entered(given, "days"))),
    { button: t("play.take_break"), text: t("play.break_text"), danger: true },
  );
}

/** @param {number} now @param {(minutes: number) => Promise<boolean>} every */
export function checkForm(now, every) {
  const choices = CHECKS.includes(now) ? CHECKS : [...CHECKS, now].sort((one, other) => one - other);
  return folded(
    "check",
    t("play.choose_check"),
    pick(
      "minutes",
      t("play.check_every"),
      choices.map((minutes) => [String(minutes), duration(minutes)]),
    ),
    (given) => every(Number(entered(given, "minutes"))),
    { button: t("play.set"), text: t("play.choose_check_text", { every: duration(now) }) },
  );
}

/** What each option of an irregularity is worth to each box and to the house, from here on. */

import { h } from "../dom.js";
import { gain, money } from "../money.js";
import { sentence } from "../sentence.js";
import { t, term } from "../words.js";

/** @typedef {import("../answers").JobNow} JobNow */
/** @typedef {"certain" | "counted" | "enumerated" | "simulated"} WorthKind */
/** @typedef {{box: number, player: string | null, worth: string, exact: string | null, how: WorthKind, error: string | null, without: string[], withdrawn: string | null}} BoxWorth */
/**
 * @typedef {object} OptionWorth
 * @property {Record<string, boolean | number | string>} ways
 * @property {boolean} reported
 * @property {boolean} chosen
 * @property {string} refused
 * @property {import("../words.js").Reason | null} reason
 * @property {BoxWorth[]} boxes
 * @property {string | null} house
 * @property {string | null} house_error
 * @property {string | null} difference
 */
/** @typedef {{options: OptionWorth[]}} OptionsWorth */

/** @param {OptionsWorth | null} found @param {JobNow | null} job */
export function worth(found, job) {
  if (!found && !job) return null;
  return h(
    "div",
    { key: "worth", class: "effects worth", role: "region", "aria-label": t("console.worth") },
    h("h3", { key: "title", class: "small" }, t("console.worth")),
    job && h("p", { key: "far", role: "status" }, t("console.weighing"), " ", far(job)),
    found && table(found.options),
    found && notes(found.options),
  );
}

/** @param {JobNow} job */
function far(job) {
  const value = job.of ? job.done : undefined;
  return h("progress", { max: job.of || 1, value, "aria-label": t("console.weighing") });
}

/** A column for each option; the house first, then every box. @param {OptionWorth[]} options */
function table(options) {
  const boxes = [...new Set(options.flatMap((option) => option.boxes.map((each) => each.box)))];
  return h(
    "div",
    { key: "options", class: "worth-scroll", tabindex: 0, role: "group", "aria-label": t("console.worth") },
    h(
      "table",
      { class: "dense" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("td", { key: "corner" }),
          options.map((option, place) =>
            h(
              "th",
              { key: place, scope: "col", class: option.chosen ? "chosen" : "", "data-option": place },
              nameOf(option),
            ),
          ),
        ),
      ),
      h(
        "tbody",
        null,
        row("house", t("console.worth_house"), options, (option) =>
          sure(option.house ?? "0", option.house_error),
        ),
        row("difference", t("console.worth_difference"), options, (option) =>
          option.reported ? gain(option.difference ?? "0") : "",
        ),
        boxes.map((box) =>
          row(`box ${box}`, t("why.box", { box }), options, (option) =>
            cell(option.boxes.find((each) => each.box === box)),
          ),
        ),
      ),
    ),
  );
}

/** @param {string} key @param {string} name @param {OptionWorth[]} options @param {(option: OptionWorth) => import("../dom.js").Kids} shown */
function row(key, name, options, shown) {
  return h(
    "tr",
    { key, "data-worth": key },
    h("th", { scope: "row" }, name),
    options.map((option, place) =>
      h("td", { key: place, class: "sum", translate: "no" }, option.refused ? "–" : shown(option)),
    ),
  );
}

/** @param {BoxWorth | undefined} box */
function cell(box) {
  if (!box) return null;
  return [
    h("span", { key: "worth", title: box.exact ?? undefined }, sure(box.worth, box.error)),
    h("small", { key: "how", translate: "yes" }, t(HOW[box.how])),
    box.withdrawn !== null &&
      h(
        "small",
        { key: "back", translate: "yes" },
        t("console.worth_withdrawn", { amount: gain(box.withdrawn) }),
      ),
  ];
}

const HOW = /** @type {const} */ ({
  certain: "console.worth_certain",
  counted: "console.worth_counted",
  enumerated: "console.worth_counted",
  simulated: "console.worth_simulated",
});

/** An amount, with how far it may be from the truth where it was simulated. @param {string} amount @param {string | null} error */
function sure(amount, error) {
  return error ? `${gain(amount)} ± ${money(error, { cents: true })}` : gain(amount);
}

/** @param {OptionWorth} option */
function nameOf({ reported, ways }) {
  if (!reported) return t("console.worth_stands");
  const names = Object.entries(ways).map(([name, value]) => {
    if (name === "action") return term("action", String(value));
    if (typeof value !== "boolean") return `${term("need", name)}: ${value}`;
    return `${term("need", name)}: ${value ? t("console.yes") : t("console.no")}`;
  });
  return names.join("; ") || t("console.worth_reported");
}

/** @param {OptionWorth[]} options */
function notes(options) {
  const boxes = options.flatMap((option) => option.boxes);
  return h(
    "ul",
    { key: "notes", class: "small muted" },
    h("li", { key: "cards" }, t("console.worth_cards")),
    options
      .filter((option) => option.refused)
      .map((option) =>
        h(
          "li",
          { key: nameOf(option) },
          nameOf(option),
          ": ",
          sentence(option.refused, { reason: option.reason }),
        ),
      ),
    boxes.some((box) => box.withdrawn !== null) && h("li", { key: "choose" }, t("console.worth_choose")),
    boxes.some((box) => box.error) && h("li", { key: "error" }, t("console.worth_error")),
    boxes.some((box) => box.without.length) && h("li", { key: "without" }, t("console.worth_without")),
  );
}

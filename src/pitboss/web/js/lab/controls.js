/** What can be moved: every pay with a slider and a number, sizes, caps, the qualifier, the readings. */

import { sentence } from "../sentence.js";
import { h } from "../dom.js";
import { clauseLinks } from "../reasons.js";
import { betName, currencySign } from "../house.js";
import { handName, t } from "../words.js";

/** @typedef {import("../answers").MovableNow} MovableNow */
/** @typedef {(path: string, value: string) => void} Move */

/** A pay table of so many lines is what a reader comes for. */
const WHOLE_TABLE = 4;

/**
 * @param {MovableNow[]} movables
 * @param {ReadonlyMap<string, string>} moved
 * @param {string} sheet
 * @param {Move} move
 */
export function controls(movables, moved, sheet, move) {
  const groups = [...new Set(movables.map((each) => each.of))];
  const first = groups.find((of) => movables.filter((each) => each.of === of).length >= WHOLE_TABLE);
  return groups.map((of) => {
    const own = movables.filter((each) => each.of === of);
    const changed = own.filter((each) => moved.has(each.path)).length;
    return h(
      "details",
      { key: `${sheet} ${of}`, class: "movables", open: changed > 0 || of === first || undefined },
      h(
        "summary",
        null,
        groupName(of, sheet),
        changed > 0 && h("span", { key: "moved", class: "moved-count" }, t("lab.moved", { count: changed })),
      ),
      own.map((each) => (each.form === "choice" ? choice(each, moved, move) : number(each, moved, move))),
      h(
        "p",
        { class: "muted movable-clauses" },
        t("why.clauses"),
        " ",
        clauseLinks([...new Set(own.flatMap((each) => each.clauses))].slice(0, 8), sheet),
      ),
    );
  });
}

/** @param {string} of @param {string} sheet */
function groupName(of, sheet) {
  if (of === "qualifier") return t("lab.qualifier");
  if (of === "readings") return t("lab.readings");
  return betName(of, sheet);
}

/** @param {MovableNow} each @param {ReadonlyMap<string, string>} moved @param {Move} move */
function number(each, moved, move) {
  const value = moved.get(each.path) ?? each.value;
  const { least, most, step } = reach(each);
  const id = `move-${each.path.replace(/\W/g, "-")}`;
  /** @param {Event} event */
  const change = (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    if (field.value !== "" && field.checkValidity()) move(each.path, String(Number(field.value)));
  };
  return h(
    "div",
    { key: each.path, class: `movable ${moved.has(each.path) ? "moved" : ""}`, "data-path": each.path },
    h("label", { for: id }, name(each)),
    h("input", {
      key: "slide",
      type: "range",
      min: least,
      max: most,
      step,
      value,
      tabindex: -1,
      "aria-hidden": "true",
      oninput: change,
    }),
    h(
      "span",
      { class: "movable-number" },
      each.form === "fixed" || each.form === "dollars"
        ? h("span", { key: "unit", translate: "no" }, currencySign())
        : null,
      h("input", {
        key: "number",
        id,
        type: "number",
        min: each.form === "percent" ? 1 : 0,
        max: each.form === "percent" ? 100 : 999999,
        step: 1,
        value,
        oninput: change,
      }),
      unit(each),
    ),
    back(each, moved, move),
  );
}

/** @param {MovableNow} each @param {ReadonlyMap<string, string>} moved @param {Move} move */
function choice(each, moved, move) {
  const value = moved.get(each.path) ?? each.value;
  const id = `move-${each.path.replace(/\W/g, "-")}`;
  return h(
    "div",
    {
      key: each.path,
      class: `movable choice ${moved.has(each.path) ? "moved" : ""}`,
      "data-path": each.path,
    },
    h(
      "label",
      { for: id },
      each.of === "qualifier"
        ? t("lab.qualifies_from")
        : each.of === "readings"
          ? sentence(each.title.replaceAll("_", " "))
          : name(each),
    ),
    h(
      "select",
      {
        id,
        value,
        onchange: (/** @type {Event} */ event) =>
          move(each.path, /** @type {HTMLSelectElement} */ (event.target).value),
      },
      each.choices.map((option) =>
        option === "none" && each.of === "qualifier"
          ? h("option", { key: option, value: option }, t("lab.every_hand"))
          : each.of === "qualifier"
            ? h("option", { key: option, value: option, translate: "no" }, handName(option) ?? option)
            : sentence(option.replaceAll("_", " "), { key: option, value: option }, "option"),
      ),
    ),
    back(each, moved, move),
  );
}

/** @param {MovableNow} each */
function name(each) {
  if (each.form === "times") return t("lab.times_ante");
  if (each.path.endsWith(".most_paid")) return t("lab.most_paid");
  const title = each.title || each.hand || "";
  if (!title) return t("sign.any_win");
  const known = handName(title);
  return known ?? sentence(title.replaceAll("_", " "));
}

/** @param {MovableNow} each */
function unit(each) {
  const words = {
    to: t("lab.to_one"),
    for: t("lab.for_one"),
    percent: "%",
    times: "×",
    fixed: "",
    dollars: "",
    choice: "",
  };
  return h("span", { key: "form", class: "muted" }, words[each.form]);
}

/** A way back to what the sheet says. @param {MovableNow} each @param {ReadonlyMap<string, string>} moved @param {Move} move */
function back(each, moved, move) {
  if (!moved.has(each.path)) return h("span", { key: "back", class: "movable-back" });
  const says = each.value.replaceAll("_", " ");
  return h(
    "button",
    {
      key: "back",
      type: "button",
      class: "quiet movable-back",
      "aria-label": t("lab.back_to", { value: says }),
      onclick: () => move(each.path, each.value),
    },
    h("span", { translate: "no" }, `↺ ${each.form === "choice" ? "" : says}`),
  );
}

/** How far a slider goes. @param {MovableNow} each */
function reach(each) {
  const value = Number(each.value);
  if (each.form === "percent") return { least: 1, most: 100, step: 1 };
  if (each.form === "times") return { least: 1, most: 6, step: 1 };
  const most = Math.max(10, value * 2);
  return { least: 0, most, step: most > 4000 ? 50 : most > 400 ? 5 : 1 };
}

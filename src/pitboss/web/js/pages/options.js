/** Options: language, cards, contrast, motion, sound. */

import { h, render } from "../dom.js";
import { choose, languages, options } from "../options.js";
import { play } from "../sound.js";
import { card } from "../svg/card.js";
import { chip } from "../svg/chip.js";
import { t } from "../words.js";

export const css = ["options.css"];

/** @typedef {"fourColours" | "contrast" | "still" | "sound"} Switch */

/** @type {[Switch, import("../words.js").Word, import("../words.js").Word][]} */
const SWITCHES = [
  ["fourColours", "options.four_colours", "options.four_colours_text"],
  ["contrast", "options.contrast", "options.contrast_text"],
  ["still", "options.still", "options.still_text"],
  ["sound", "options.sound", "options.sound_text"],
];

/** The page is shown anew in another language; the focus is still at that choice. */
let atLanguage = false;

/** @param {HTMLElement} root */
export function open(root) {
  document.title = t("options.title");
  render(
    root,
    h(
      "section",
      { class: "options" },
      h("h1", null, t("options.title")),
      h(
        "fieldset",
        null,
        h("legend", null, t("options.language")),
        h("div", { class: "choices" }, languages.map(language)),
      ),
      h(
        "fieldset",
        null,
        h("legend", null, t("options.view")),
        SWITCHES.map(([name, title, text]) => toggle(name, t(title), t(text))),
      ),
      sample(),
      h("p", { class: "muted" }, t("options.kept")),
    ),
  );
  if (atLanguage) /** @type {HTMLElement | null} */ (root.querySelector("[name=language]:checked"))?.focus();
  atLanguage = false;
}

/** Cards and chips as they are shown now. */
function sample() {
  return h(
    "div",
    { class: "sample", role: "group", "aria-label": t("options.sample") },
    h(
      "div",
      null,
      ["As", "Kh", "Qd", "Jc", "Th", "7d", "?"].map((code) => card(code, { key: code })),
    ),
    h(
      "div",
      null,
      ["5.00", "25.00", "100.00", "500.00", "1000.00"].map((value) => chip(value, { key: value })),
    ),
  );
}

/** @param {import("../options.js").Language} one */
function language({ code, tag, name }) {
  return h(
    "label",
    { key: code, class: "choice" },
    h("input", {
      type: "radio",
      name: "language",
      checked: options.language === code,
      onchange: () => {
        atLanguage = true;
        choose("language", code);
      },
    }),
    h("span", { lang: tag, translate: "no" }, name),
  );
}

/** @param {Switch} name @param {string} title @param {string} text */
function toggle(name, title, text) {
  return h(
    "label",
    { key: name, class: "toggle" },
    h("input", {
      type: "checkbox",
      role: "switch",
      checked: options[name],
      "aria-describedby": `about-${name}`,
      onchange: (/** @type {Event} */ event) => {
        choose(name, /** @type {HTMLInputElement} */ (event.target).checked);
        if (name === "sound") play("chip");
      },
    }),
    h("span", null, title, h("small", { id: `about-${name}` }, text)),
  );
}

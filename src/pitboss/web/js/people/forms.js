/** Small forms of the people's page: each says what it does before its button, and asks for a reason. */

import { h } from "../dom.js";
import { t } from "../words.js";

/** @typedef {import("../dom.js").Kids} Kids */

/**
 * @param {string} key
 * @param {string} title
 * @param {Kids} fields
 * @param {(given: FormData) => Promise<boolean>} done whether what was given is taken
 * @param {{button?: string, text?: string, danger?: boolean}} [how]
 */
export function form(key, title, fields, done, how = {}) {
  return h(
    "form",
    {
      key,
      class: "people-form",
      "aria-label": title,
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const element = /** @type {HTMLFormElement} */ (event.target);
        void done(new FormData(element)).then((taken) => taken && element.reset());
      },
    },
    how.text && h("p", { key: "text", class: "muted" }, how.text),
    fields,
    h("button", { key: "go", class: how.danger ? "danger" : "quiet" }, how.button ?? title),
  );
}

/**
 * A form folded behind its title, for what is seldom done.
 *
 * @param {string} key
 * @param {string} title
 * @param {Kids} fields
 * @param {(given: FormData) => Promise<boolean>} done
 * @param {{button?: string, text?: string, danger?: boolean}} [how]
 */
export function folded(key, title, fields, done, how = {}) {
  const name = h("summary", { class: how.danger ? "loss" : "" }, title);
  return h("details", { key, class: "people-act" }, name, form("form", title, fields, done, how));
}

/** @param {string} name @param {string} label @param {Record<string, any>} [more] */
export function text(name, label, more = {}) {
  return h(
    "label",
    { key: name },
    h("span", null, label),
    h("input", { name, autocomplete: "off", required: true, maxlength: 200, ...more }),
  );
}

/** Why something is done. */
export function reason() {
  return text("reason", t("people.reason"), { maxlength: 500 });
}

/** @param {string} name @param {string} label @param {readonly (readonly [string, string])[]} choices */
export function pick(name, label, choices) {
  return h(
    "label",
    { key: name },
    h("span", null, label),
    h(
      "select",
      { name },
      choices.map(([value, words]) => h("option", { key: value, value }, words)),
    ),
  );
}

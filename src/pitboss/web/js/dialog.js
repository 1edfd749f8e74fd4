/** A dialog over a page. */

import { h, make, render } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./dom.js").Kids} Kids */

/**
 * A dialog with a title; it ends by its button, by Escape, by a press beside it, or by a link to another page.
 *
 * @param {string} title
 * @param {(close: () => void, redraw: () => void) => Kids} body
 */
export function dialog(title, body) {
  const element = /** @type {HTMLDialogElement} */ (
    make(h("dialog", { class: "table-dialog", "aria-labelledby": "table-dialog" }))
  );
  const close = () => element.close();
  const draw = () =>
    render(
      element,
      h(
        "header",
        null,
        h("h2", { id: "table-dialog" }, title),
        h("button", { type: "button", class: "quiet", "aria-label": t("table.close"), onclick: close }, "×"),
      ),
      h("div", { class: "dialog-body" }, body(close, draw)),
    );
  draw();
  element.addEventListener("close", () => element.remove());
  element.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a[href]:not([target])");
    if (event.target === element || link) close();
  });
  document.body.append(element);
  element.showModal();
}

/** Shows what keys do. @param {string} text @param {[string, import("./words.js").Word][]} keys */
export function showKeys(text, keys) {
  dialog(t("table.help"), () => [
    h("p", null, text),
    h(
      "dl",
      { class: "keys" },
      keys.map(([key, word]) => [
        h("dt", { key: `${key} key` }, h("kbd", { translate: "no" }, key)),
        h("dd", { key }, t(word)),
      ]),
    ),
  ]);
}

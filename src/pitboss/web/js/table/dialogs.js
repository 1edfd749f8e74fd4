/** Small dialogs of the table: chips, help, walking away. */

import { h, make, render } from "../dom.js";
import { cents, money, plain } from "../money.js";
import { t } from "../words.js";
import { clauseLinks } from "../reasons.js";
import { HELP } from "./keyboard.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../dom.js").Kids} Kids */

/**
 * A dialog with a title; it ends by its button, by Escape, or by a press beside it.
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
    if (event.target === element) close();
  });
  document.body.append(element);
  element.showModal();
}

/** Buy chips, or cash them. @param {Scene} scene @param {(amount: string, way: "buy_in" | "cash_out") => Promise<boolean>} done */
export function askForChips(scene, done) {
  const most = cents(scene.table?.buy_in_most ?? "0");
  const held = cents(scene.table?.chips ?? "0");
  const offers = [10_000n, 50_000n, 100_000n, 500_000n, 1_000_000n].filter((amount) => amount <= most);
  dialog(t("table.buy"), (close, redraw) => {
    const send = async (/** @type {string} */ amount, /** @type {"buy_in" | "cash_out"} */ way) => {
      if (await done(amount, way)) close();
      else redraw();
    };
    return [
      h("p", null, t("table.buy_text", { most: money(most) })),
      h(
        "div",
        { class: "offers" },
        offers.map((amount) =>
          h(
            "button",
            {
              key: String(amount),
              type: "button",
              class: "quiet",
              onclick: () => void send(plain(amount), "buy_in"),
            },
            h("span", { translate: "no" }, money(amount)),
          ),
        ),
      ),
      h(
        "form",
        {
          class: "amount",
          onsubmit: (/** @type {SubmitEvent} */ event) => {
            event.preventDefault();
            const given = new FormData(/** @type {HTMLFormElement} */ (event.target)).get("amount");
            void send(String(given), "buy_in");
          },
        },
        h(
          "label",
          null,
          t("table.amount"),
          h("input", {
            name: "amount",
            inputmode: "decimal",
            pattern: "[0-9]{1,9}",
            required: true,
            autocomplete: "off",
          }),
        ),
        h("button", null, t("table.buy")),
      ),
      held > 0n &&
        h(
          "p",
          { key: "cash" },
          h(
            "button",
            { type: "button", class: "link", onclick: () => void send(plain(held), "cash_out") },
            t("table.cash", { amount: money(held) }),
          ),
        ),
      h(
        "p",
        { key: "fault", class: "fault", role: "alert" },
        scene.fault && h("span", { lang: "en" }, scene.fault.message),
      ),
    ];
  });
}

/** What keys do. */
export function showHelp() {
  dialog(t("table.help"), () => [
    h("p", null, t("table.help_text")),
    h(
      "dl",
      { class: "keys" },
      HELP.map(([key, word]) => [
        h("dt", { key: `${key} key` }, h("kbd", { translate: "no" }, key)),
        h("dd", { key }, t(/** @type {import("../words.js").Word} */ (word))),
      ]),
    ),
  ]);
}

/** Walking away from a hand cannot be undone. @param {Scene} scene @param {number} box @param {() => void} leave */
export function askToLeave(scene, box, leave) {
  dialog(t("table.walk_away"), (close) => [
    h("p", null, t("table.walk_away_text", { box })),
    h(
      "p",
      { key: "clause" },
      clauseLinks(scene.table?.dealer?.clause ? [scene.table.dealer.clause] : [], scene.table?.sheet ?? ""),
    ),
    h(
      "div",
      { class: "offers" },
      h(
        "button",
        {
          type: "button",
          class: "danger",
          onclick: () => {
            close();
            leave();
          },
        },
        t("table.walk_away"),
      ),
      h("button", { type: "button", class: "quiet", onclick: close }, t("session.cancel")),
    ),
  ]);
}

/** Small dialogs of the table: chips, help, walking away. */

import { dialog, showKeys } from "../dialog.js";
import { h } from "../dom.js";
import { cents, money, plain } from "../money.js";
import { faultLine } from "../page.js";
import { t } from "../words.js";
import { clauseLinks } from "../reasons.js";
import { HELP } from "./keyboard.js";

/** @typedef {import("./scene.js").Scene} Scene */

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
        offers.map((amount) => offer(amount, () => void send(plain(amount), "buy_in"))),
      ),
      amountForm((amount) => void send(amount, "buy_in")),
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
      faultLine(scene.fault?.message ?? ""),
    ];
  });
}

/** @param {bigint} amount @param {() => void} onclick */
function offer(amount, onclick) {
  return h(
    "button",
    { key: String(amount), type: "button", class: "quiet", onclick },
    h("span", { translate: "no" }, money(amount)),
  );
}

/** @param {(amount: string) => void} buy */
function amountForm(buy) {
  const onsubmit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    buy(String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("amount")));
  };
  const input = {
    name: "amount",
    inputmode: "decimal",
    pattern: "[0-9]{1,9}",
    required: true,
    autocomplete: "off",
  };
  return h(
    "form",
    { class: "amount", onsubmit },
    h("label", null, t("table.amount"), h("input", input)),
    h("button", null, t("table.buy")),
  );
}

export function showHelp() {
  showKeys(t("table.help_text"), HELP);
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

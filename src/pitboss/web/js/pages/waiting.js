/** What waits for the reader, as a list: wins, tables that call a supervisor, proposals of others, gaming days. */

import { h, render } from "../dom.js";
import { forStaff } from "../gate.js";
import { money } from "../money.js";
import { tableHead } from "../page.js";
import { nameOf } from "../proposals.js";
import { sentence } from "../sentence.js";
import { isStaff } from "../session.js";
import { waiting } from "../waiting.js";
import { handName, t, term } from "../words.js";

/** @typedef {import("../answers").WaitingNow} WaitingNow */

export const css = ["console.css"];
export const words = ["staff"];
export const reasons = ["floor", "jackpots"];

/** The panel of a console at which each kind is seen to. @type {Record<string, string>} */
const PANELS = {
  claim: "jackpot",
  supervisor: "irregularities",
  return: "irregularities",
  watch: "irregularities",
  proposal: "proposals",
};

/** @param {HTMLElement} root */
export function open(root) {
  document.title = t("waiting.title");
  if (!isStaff()) return forStaff(root, t("waiting.title"));
  const draw = () => render(root, view());
  draw();
  const end = waiting.onChange(draw);
  void waiting.look();
  return end;
}

function view() {
  const found = waiting.now;
  return h(
    "section",
    { class: "console-list" },
    h("h1", null, t("waiting.title")),
    found.length
      ? h(
          "div",
          { key: "list", class: "scroll", tabindex: 0, role: "region", "aria-label": t("waiting.title") },
          h(
            "table",
            { class: "dense waits" },
            tableHead([
              t("waiting.what"),
              t("waiting.about"),
              t("waiting.says"),
              t("waiting.by"),
              t("waiting.go"),
            ]),
            h("tbody", null, found.map(row)),
          ),
        )
      : h("p", { key: "none", class: "muted", role: "status" }, t("waiting.none")),
  );
}

/** @param {WaitingNow} one @param {number} place */
function row(one, place) {
  return h(
    "tr",
    { key: `${one.kind} ${one.about} ${one.by} ${place}`, "data-waits": one.kind },
    h("th", { scope: "row" }, term("waiting", `kind_${one.kind}`)),
    h("td", { translate: "no" }, one.table && one.kind !== "proposal" ? one.table : nameOf(one.about)),
    h("td", null, h("ul", { class: "follows" }, says(one))),
    h("td", { translate: "no" }, one.by),
    h(
      "td",
      null,
      h(
        "a",
        { href: addressOf(one), "aria-label": `${t("waiting.go")}: ${one.table ?? one.about}` },
        t("waiting.go"),
      ),
    ),
  );
}

/** @param {WaitingNow} one */
function says({ kind, win, says: told, reasons }) {
  if (win) {
    const hand = handName(win.hand);
    return [
      h(
        "li",
        { key: "win" },
        t("why.box", { box: win.box }),
        " · ",
        hand ?? sentence(win.hand, { key: "hand" }),
        win.amount && [" · ", h("b", { key: "amount", translate: "no" }, money(win.amount))],
      ),
      h("li", { key: "step" }, term("waiting", `step_${win.step}`)),
    ];
  }
  if (kind === "close_day" || kind === "sign_off_day")
    return h("li", { key: kind }, t(`waiting.${kind}_text`));
  return told.map((words, each) => sentence(words, { key: each, reason: reasons[each] }, "li"));
}

/** Where it is seen to. @param {WaitingNow} one */
function addressOf(one) {
  if (one.kind === "close_day" || one.kind === "sign_off_day") return `/reports?day=${one.about}`;
  return one.table ? `/console/${encodeURIComponent(one.table)}#${PANELS[one.kind]}` : "/people";
}

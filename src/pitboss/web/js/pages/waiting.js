/** What waits for the reader, as a list: wins, tables that call a supervisor, proposals of others. */

import { h, render } from "../dom.js";
import { forStaff } from "../gate.js";
import { tableHead } from "../page.js";
import { isStaff } from "../session.js";
import { look, onWaiting, waiting } from "../waiting.js";
import { t, term } from "../words.js";

/** @typedef {import("../answers").WaitingNow} WaitingNow */

export const css = ["console.css"];

/** The panel of a console at which each kind is seen to. @type {Record<WaitingNow["kind"], string>} */
const PANELS = { claim: "jackpot", supervisor: "irregularities", proposal: "proposals" };

/** @param {HTMLElement} root */
export function open(root) {
  document.title = t("waiting.title");
  if (!isStaff()) return forStaff(root, t("waiting.title"));
  const draw = () => render(root, view());
  draw();
  const end = onWaiting(draw);
  void look();
  return end;
}

function view() {
  const found = waiting();
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
    h("td", { translate: "no" }, one.table && one.kind !== "proposal" ? one.table : one.about),
    h(
      "td",
      null,
      h(
        "ul",
        { class: "follows" },
        one.says.map((words, each) => h("li", { key: each, lang: "en" }, words)),
      ),
    ),
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

/** Where it is seen to. @param {WaitingNow} one */
function addressOf(one) {
  return one.table ? `/console/${encodeURIComponent(one.table)}#${PANELS[one.kind]}` : "/people";
}

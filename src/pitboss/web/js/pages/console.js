/** The tables to run: one line each, with what waits for somebody. */

import { h, render } from "../dom.js";
import { follow } from "../live.js";
import { money } from "../money.js";
import { may } from "../session.js";
import { askToSignIn } from "../signing.js";
import { t, term } from "../words.js";

/** @typedef {import("../answers").TableBrief} TableBrief */
/** @typedef {import("../answers").SignNow} SignNow */

export const css = ["console.css"];

/** @param {HTMLElement} root */
export function open(root) {
  document.title = t("console.title");
  if (!may("run_table")) return forStaff(root, t("console.title"));
  /** @type {Map<string, TableBrief>} */
  const tables = new Map();
  /** @type {Map<string, SignNow>} */
  const signs = new Map();
  let silent = false;

  const draw = () =>
    render(
      root,
      h(
        "section",
        { class: "console-list" },
        h("h1", null, t("console.title")),
        h("p", { class: "muted" }, t("console.list_text")),
        h("p", { class: "silent", role: "status" }, silent && t("live.silent")),
        h(
          "div",
          { class: "scroll", tabindex: 0, role: "region", "aria-label": t("console.tables") },
          h(
            "table",
            { class: "dense" },
            h(
              "thead",
              null,
              h(
                "tr",
                null,
                COLUMNS.map((word) => h("th", { key: word, scope: "col" }, t(word))),
              ),
            ),
            h(
              "tbody",
              null,
              [...tables.values()].map((table) => row(table, signs.get(table.link ?? ""))),
            ),
          ),
        ),
      ),
    );

  draw();
  return follow(
    "/api/stream",
    {
      table: (/** @type {TableBrief} */ table) => {
        tables.set(table.id, table);
        draw();
      },
      sign: (/** @type {SignNow} */ sign) => {
        signs.set(sign.link, sign);
        draw();
      },
    },
    (fresh) => {
      silent = fresh === "silent";
      draw();
    },
  );
}

/** @type {import("../words.js").Word[]} */
const COLUMNS = [
  "console.table",
  "console.game",
  "console.state",
  "console.round",
  "table.dealer",
  "console.seated",
  "sign.progressive",
];

/** @param {TableBrief} table @param {SignNow | undefined} sign */
function row(table, sign) {
  const mine = sign?.pending.filter((win) => win.table === table.id).length ?? 0;
  return h(
    "tr",
    { key: table.id },
    h(
      "th",
      { scope: "row" },
      h("a", { href: `/console/${encodeURIComponent(table.id)}`, translate: "no" }, table.id),
    ),
    h("td", { translate: "no" }, table.title),
    h("td", null, table.open ? t("console.open") : t("floor.closed")),
    h(
      "td",
      null,
      table.number
        ? [
            h("span", { key: "number", translate: "no" }, table.number),
            " · ",
            term("phase", table.phase ?? "settled"),
          ]
        : t("floor.no_round"),
    ),
    h(
      "td",
      null,
      table.automatic
        ? t("console.software")
        : table.dealt_by
          ? h("span", { translate: "no" }, table.dealt_by)
          : t("console.nobody"),
    ),
    h("td", { translate: "no" }, `${table.taken.length} / ${table.boxes}`),
    h(
      "td",
      null,
      sign && h("span", { key: "value", translate: "no" }, money(sign.displayed)),
      mine > 0 && [
        " ",
        h(
          "a",
          { key: "wins", href: `/console/${encodeURIComponent(table.id)}#jackpot` },
          t("sign.pending_short"),
        ),
      ],
    ),
  );
}

/** For those who may not run a table, or where there is none. @param {HTMLElement} root @param {string} title @param {string} [words] */
export function forStaff(root, title, words) {
  render(
    root,
    h(
      "section",
      { class: "words" },
      h("h1", null, title),
      h("p", null, words ?? t("console.for_staff")),
      !words &&
        h(
          "p",
          { key: "enter" },
          h("button", { type: "button", onclick: () => void askToSignIn() }, t("session.sign_in")),
        ),
      h("p", { key: "back" }, h("a", { href: "/" }, t("missing.back"))),
    ),
  );
}

/** The tables to run: one line each, with what waits for somebody. */

import { h, render } from "../dom.js";
import { forStaff } from "../gate.js";
import { follow } from "../stream.js";
import { money } from "../money.js";
import { tableHead } from "../page.js";
import { may } from "../session.js";
import { t, term } from "../words.js";

/** @typedef {import("../answers").TableBrief} TableBrief */
/** @typedef {import("../answers").SignNow} SignNow */
/** @typedef {{tables: Map<string, TableBrief>, signs: Map<string, SignNow>, silent: boolean}} State tables and signs by name */

export const css = ["console.css"];

/** @param {HTMLElement} root */
export function open(root) {
  document.title = t("console.title");
  if (!may("run_table")) return forStaff(root, t("console.title"));
  /** @type {State} */
  const state = { tables: new Map(), signs: new Map(), silent: false };
  const draw = () => render(root, view(state));
  draw();
  return follow(
    "/api/stream",
    {
      table: (/** @type {TableBrief} */ table) => {
        state.tables.set(table.id, table);
        draw();
      },
      sign: (/** @type {SignNow} */ sign) => {
        state.signs.set(sign.link, sign);
        draw();
      },
    },
    (fresh) => {
      state.silent = fresh === "silent";
      draw();
    },
  );
}

/** @param {State} state */
function view({ tables, signs, silent }) {
  return h(
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
        tableHead(COLUMNS.map((word) => t(word))),
        h(
          "tbody",
          null,
          [...tables.values()].map((table) => row(table, signs.get(table.link ?? ""))),
        ),
      ),
    ),
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

/** The head of a console: which table it is, how it stands, who runs it; and what keys do. */

import { showKeys } from "../dialog.js";
import { h } from "../dom.js";
import { money } from "../money.js";
import { t, term, gameName } from "../words.js";
import { HELP } from "./keys.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** @param {Desk} desk */
export function head(desk) {
  const { table } = desk;
  if (!table) return null;
  const name = encodeURIComponent(table.id);
  const state = !table.open ? t("floor.closed") : table.closing ? t("console.closing") : t("console.open");
  return h(
    "header",
    { key: "head", class: "console-head" },
    h(
      "div",
      { key: "name", class: "console-name" },
      h("h1", { translate: "no" }, table.id),
      h(
        "p",
        { class: "muted" },
        h("span", { translate: "no" }, gameName(table.title)),
        " · ",
        t("sign.version", { version: table.sheet_version }),
      ),
    ),
    h(
      "dl",
      { key: "facts", class: "facts" },
      fact(t("console.table"), state),
      fact(
        t("console.round"),
        table.round
          ? [
              h("span", { key: "number", translate: "no" }, table.round.number),
              " · ",
              term("phase", table.round.phase),
            ]
          : t("floor.no_round"),
      ),
      fact(t("table.dealer"), table.automatic ? t("console.software") : named(table.crew.dealer)),
      fact(t("console.supervisors"), named(table.crew.supervisors.join(", "))),
      desk.sign &&
        fact(
          t("sign.progressive"),
          h("span", { translate: "no", class: "gold" }, money(desk.sign.displayed)),
        ),
    ),
    h(
      "nav",
      { key: "places", "aria-label": t("console.places") },
      h("a", { href: "/console" }, t("console.tables")),
      h("a", { href: `/tables/${name}` }, t("console.felt")),
      h("a", { href: `/signs/${name}` }, t("console.sign")),
      h("button", { type: "button", class: "quiet small", onclick: showHelp }, t("table.help")),
    ),
  );
}

/** @param {string} name @param {import("../dom.js").Kids} value */
function fact(name, value) {
  return h("div", { key: name }, h("dt", null, name), h("dd", null, value));
}

/** @param {string | null} name */
function named(name) {
  return name ? h("span", { translate: "no" }, name) : t("console.nobody");
}

export function showHelp() {
  showKeys(t("console.keys_text"), HELP);
}

/** Which tables of the floor are shown. */

import { h } from "../dom.js";
import { cents, money } from "../money.js";
import { t, gameName } from "../words.js";

/** @typedef {import("../answers").TableBrief} TableBrief */
/** @typedef {{game: string, ante: string, free: boolean}} Wanted which tables are shown: of a game, with an Ante from so little, with a free box */

/** @returns {Wanted} */
export function anyTable() {
  return { game: "", ante: "", free: false };
}

/** @param {TableBrief} table @param {Wanted} wanted */
export function fits(table, { game, ante, free }) {
  const least = table.limits.ante?.least;
  return (
    (!game || table.title === game) &&
    (!ante || (least !== undefined && cents(least) <= cents(ante))) &&
    (!free || (table.open && table.taken.length < table.boxes))
  );
}

/** @param {ReadonlyMap<string, TableBrief>} tables @param {Wanted} wanted @param {(change: Partial<Wanted>) => void} want */
export function filters(tables, wanted, want) {
  const all = [...tables.values()];
  const games = [...new Set(all.map(({ title }) => title))].sort();
  const antes = [...new Set(all.flatMap(({ limits }) => (limits.ante ? [limits.ante.least] : [])))];
  antes.sort((a, b) => (cents(a) < cents(b) ? -1 : 1));
  return h(
    "form",
    { key: "filters", class: "floor-filters", "aria-label": t("floor.filters") },
    choice("game", t("floor.game"), wanted.game, games, gameName, (game) => want({ game })),
    choice(
      "ante",
      t("floor.ante"),
      wanted.ante,
      antes,
      (value) => money(value),
      (ante) => want({ ante }),
    ),
    h(
      "label",
      { key: "free", class: "floor-free" },
      h("input", {
        type: "checkbox",
        checked: wanted.free,
        onchange: (/** @type {Event} */ event) =>
          want({ free: /** @type {HTMLInputElement} */ (event.target).checked }),
      }),
      " ",
      t("floor.only_free"),
    ),
  );
}

/**
 * @param {string} key
 * @param {string} name
 * @param {string} value
 * @param {readonly string[]} values
 * @param {(value: string) => string} inWords
 * @param {(value: string) => void} pick
 */
function choice(key, name, value, values, inWords, pick) {
  return h(
    "label",
    { key },
    name,
    " ",
    h(
      "select",
      {
        value,
        onchange: (/** @type {Event} */ event) => pick(/** @type {HTMLSelectElement} */ (event.target).value),
      },
      h("option", { key: "", value: "" }, t("floor.any")),
      values.map((each) => h("option", { key: each, value: each, translate: "no" }, inWords(each))),
    ),
  );
}

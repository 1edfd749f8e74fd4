/** What stands beside the round: seven panels, one of them open. */

import { h } from "../dom.js";
import { t } from "../words.js";
import { PANEL } from "./desk.js";
import { faultAt } from "./fields.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./desk.js").Panel} Panel */
/** @typedef {import("../dom.js").Kids} Kids */

/** By their place in the address; each is loaded when it is first opened. @type {{name: string, word: import("../words.js").Word, load: () => Promise<new (desk: Desk) => Panel>, linked?: boolean}[]} */
export const PANELS = [
  {
    name: "irregularities",
    word: "console.irregularities",
    load: async () => (await import("./irregularities.js")).Irregularities,
  },
  {
    name: "corrections",
    word: "console.corrections",
    load: async () => (await import("./corrections.js")).Corrections,
  },
  {
    name: "jackpot",
    word: "console.claims",
    load: async () => (await import("./claims.js")).Claims,
    linked: true,
  },
  { name: "money", word: "console.money", load: async () => (await import("./tray.js")).Tray },
  { name: "cards", word: "console.decks", load: async () => (await import("./decks.js")).Decks },
  { name: "table", word: "console.table", load: async () => (await import("./house.js")).House },
  {
    name: "proposals",
    word: "console.proposals",
    load: async () => (await import("./proposals.js")).Proposals,
  },
];

/** @param {Desk} desk @param {number} open @param {Kids} body @param {(place: number) => void} turn */
export function side(desk, open, body, turn) {
  return h(
    "aside",
    { key: "side", class: "side", "aria-label": t("console.side") },
    h(
      "div",
      { key: "tabs", class: "tabs", role: "tablist" },
      PANELS.map(({ word }, place) =>
        h(
          "button",
          {
            key: word,
            id: `tab-${place}`,
            type: "button",
            role: "tab",
            class: "tab",
            "aria-selected": place === open ? "true" : "false",
            "aria-controls": "panel",
            tabindex: place === open ? 0 : -1,
            onclick: () => turn(place),
            onkeydown: (/** @type {KeyboardEvent} */ event) => arrow(event, open, turn),
          },
          h("span", { key: "word", class: "tab-word" }, t(word)),
          PANELS[place].linked &&
            (desk.table?.pending.length ?? 0) > 0 &&
            h("span", { key: "mark", class: "mark", translate: "no" }, desk.table?.pending.length),
        ),
      ),
    ),
    h(
      "div",
      {
        key: `panel ${open}`,
        id: "panel",
        class: "panel",
        role: "tabpanel",
        "aria-labelledby": `tab-${open}`,
      },
      faultAt(desk, PANEL),
      body,
    ),
    h("p", { key: "must", class: "must muted" }, t("console.must")),
  );
}

/** @param {KeyboardEvent} event @param {number} open @param {(place: number) => void} turn */
function arrow(event, open, turn) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const place = (open + step + PANELS.length) % PANELS.length;
  turn(place);
  document.getElementById(`tab-${place}`)?.focus();
}

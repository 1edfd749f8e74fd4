/** The money of a table in figures: its session, its slips, the chips of its players. */

import { sentence } from "../sentence.js";
import { h } from "../dom.js";
import { money } from "../money.js";
import { t, term } from "../words.js";

/** @typedef {import("../answers").MoneyNow} MoneyNow */
/** @typedef {import("../answers").TableSessionNow} TableSessionNow */

/** @param {TableSessionNow} now */
export function session(now) {
  /** @type {[string, string | null][]} */
  const facts = [
    [term("slip", "opener"), now.opener],
    [term("slip", "fill"), now.fills],
    [term("slip", "credit"), now.credits],
    [term("slip", "drop"), now.drop],
    [term("slip", "closer"), now.closer],
    [t("console.in_tray"), now.tray],
    [t("console.win_by_settlements"), now.win_by_settlements],
    [t("console.win_by_chips"), now.win_by_chips],
    [t("console.difference"), now.difference],
  ];
  return [
    h(
      "h3",
      { key: "session" },
      t("console.session", { number: now.number }),
      now.closed && [" · ", t("floor.closed")],
    ),
    h(
      "table",
      { key: "facts", class: "dense sums" },
      h(
        "tbody",
        null,
        facts.map(([name, value]) =>
          h(
            "tr",
            { key: name },
            h("th", { scope: "row" }, name),
            h("td", { class: "sum", translate: "no" }, value === null ? "–" : money(value)),
          ),
        ),
      ),
    ),
    now.why.map((text, place) =>
      sentence(text, { key: `why ${place}`, class: "loss", reason: now.reasons[place] }, "p"),
    ),
    now.slips.length > 0 && slips(now),
  ];
}

/** @param {TableSessionNow} now */
function slips(now) {
  return h(
    "table",
    { key: "slips", class: "dense" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "col" }, t("console.slip")),
        h("th", { scope: "col" }, t("console.slip_kind")),
        h("th", { scope: "col", class: "sum" }, t("console.amount")),
        h("th", { scope: "col" }, t("console.signed_by")),
      ),
    ),
    h(
      "tbody",
      null,
      now.slips.map((slip) =>
        h(
          "tr",
          { key: slip.number, class: slip.replaced ? "replaced" : "" },
          h("th", { scope: "row", translate: "no" }, slip.number),
          h("td", null, term("slip", slip.kind), slip.replaced && [" · ", t("console.replaced")]),
          h("td", { class: "sum", translate: "no" }, money(slip.amount)),
          h("td", { translate: "no" }, `${slip.by}, ${slip.second}`),
        ),
      ),
    ),
  );
}

/** @param {MoneyNow} now */
export function players(now) {
  return h(
    "table",
    { key: "players", class: "dense" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "col" }, t("console.player")),
        h("th", { scope: "col", class: "sum" }, t("console.has_chips")),
        h("th", { scope: "col", class: "sum" }, t("console.on_layout")),
      ),
    ),
    h(
      "tbody",
      null,
      now.players.map((player) =>
        h(
          "tr",
          { key: player.player, translate: "no" },
          h("th", { scope: "row" }, player.player),
          h("td", { class: "sum" }, money(player.chips)),
          h("td", { class: "sum" }, money(player.on_layout)),
        ),
      ),
    ),
  );
}

/** The map of stud: one's own hand against the rank of the Dealer's face-up card, every deal counted. */

import { grouped } from "../digits.js";
import { h } from "../dom.js";
import { betName } from "../house.js";
import { rankSign } from "../svg/card.js";
import { handName, t } from "../words.js";

/**
 * @typedef {object} FaceUpRow
 * @property {string} first the category of its highest hands
 * @property {string} last
 * @property {string} high their deciding ranks; empty for whole categories
 * @property {string} low
 * @property {number[]} deals by the rank of the face-up card, the highest first
 * @property {number[]} bets
 * @property {FaceUpRow[]} parts the same hands by one rank more
 */
/** @typedef {{sheet: string, ranks: string, bet: string, deals: number, bets: number, rows: FaceUpRow[]}} FaceUp */

/** Ranks that the first map names; what they leave open is told below it. */
const NAMED = 3;

/** @param {FaceUp} found */
export function faceUpMap(found) {
  const rows = found.rows.flatMap(shown);
  const bet = betName(found.bet, found.sheet);
  const { bets, deals } = found;
  return h(
    "figure",
    { key: "face-up", class: "map-up" },
    h("figcaption", null, t("lab.map_up", { bet, bets: grouped(bets), deals: grouped(deals) })),
    table(found, rows),
    h("p", { key: "how", class: "muted" }, t("lab.map_up_how", { bet })),
    rows.filter((row) => row.parts.length).map((row) => byMore(found, row)),
  );
}

/** A row, or its parts where it names too few ranks to say more than "some". @param {FaceUpRow} row @returns {FaceUpRow[]} */
function shown(row) {
  return row.parts.length && row.high.length < NAMED ? row.parts.flatMap(shown) : [row];
}

/** The same hands by one card more. @param {FaceUp} found @param {FaceUpRow} row @returns {import("../dom.js").VNode} */
function byMore(found, row) {
  return h(
    "details",
    { key: `more ${row.high}` },
    h("summary", null, t("lab.map_up_more", { hand: ranks(row.high) })),
    table(found, row.parts),
    row.parts.filter((part) => part.parts.length).map((part) => byMore(found, part)),
  );
}

/** @param {FaceUp} found @param {FaceUpRow[]} rows */
function table(found, rows) {
  const bet = betName(found.bet, found.sheet);
  return h(
    "div",
    { key: "up", class: "scroll", tabindex: 0, role: "group", "aria-label": t("lab.map_up_table") },
    h(
      "table",
      { class: "up" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { key: "hand", scope: "col" }, t("lab.map_up_hand")),
          [...found.ranks].map((rank) =>
            h("th", { key: rank, scope: "col", translate: "no" }, rankSign(rank)),
          ),
        ),
      ),
      h(
        "tbody",
        null,
        rows.map((row) =>
          h(
            "tr",
            { key: `${row.first} ${row.high}` },
            h("th", { scope: "row" }, nameOf(row)),
            row.deals.map((deals, place) => cell(found.ranks[place], deals, row.bets[place], bet, row)),
          ),
        ),
      ),
    ),
  );
}

/** @param {string} up @param {number} deals @param {number} bets @param {string} bet @param {FaceUpRow} row */
function cell(up, deals, bets, bet, row) {
  const share = deals ? bets / deals : 0;
  const kind = !deals ? "none" : bets === deals ? "play" : bets ? "some" : "fold";
  const hand = row.high ? ranks(row.high) : (handName(row.first) ?? "");
  const title = t("lab.map_up_cell", {
    hand,
    up: rankSign(up),
    bet,
    bets: grouped(bets),
    deals: grouped(deals),
  });
  return h(
    "td",
    { key: up, class: `up-cell ${kind}`, style: { "--share": share.toFixed(4) }, title, translate: "no" },
    { none: "", play: "●", some: percent(share), fold: "–" }[kind],
  );
}

/** Never quite all and never quite nothing where only some bet. @param {number} share */
function percent(share) {
  return String(Math.min(99, Math.max(1, Math.round(share * 100))));
}

/** @param {FaceUpRow} row */
function nameOf({ first, last, high, low }) {
  if (!high) {
    const [one, other] = [handName(first) ?? first, handName(last) ?? last];
    return first === last ? one : t("lab.map_up_to", { high: one, low: other });
  }
  if (high !== low) return t("lab.map_up_to", { high: ranks(high), low: ranks(low) });
  return h("span", { key: "ranks", translate: "no" }, ranks(high));
}

/** @param {string} named */
function ranks(named) {
  return [...named].map(rankSign).join("-");
}

/** What the Dealer hands over in chips: so many of each colour, and what slips have paid already. */

import { h } from "../dom.js";
import { cents, money } from "../money.js";
import { breakdown, chip, chipColour } from "../svg/chip.js";
import { t, term } from "../words.js";

/** @typedef {import("../answers").LineNow} LineNow */
/** @typedef {import("../answers").SlipPaidNow} SlipPaidNow */

/**
 * What of a line is still to be paid or collected: less what a slip has paid on the jackpot bet of its player.
 *
 * @param {LineNow} line
 * @param {readonly SlipPaidNow[]} slips
 */
export function fromTray(line, slips) {
  const paid = slips.find(
    (slip) => line.bet === "jackpot" && slip.box === line.box && slip.player === line.player,
  );
  return cents(line.net) - (paid ? cents(paid.amount) : 0n);
}

/**
 * The winnings of a box, player by player, in chips.
 *
 * @param {readonly LineNow[]} lines of the box
 * @param {readonly SlipPaidNow[]} slips
 * @param {readonly string[]} denominations
 */
export function payouts(lines, slips, denominations) {
  const players = [...new Set(lines.map((line) => line.player))];
  return players.map((player) => {
    const won = lines
      .filter((line) => line.player === player)
      .map((line) => fromTray(line, slips))
      .reduce((sum, net) => (net > 0n ? sum + net : sum), 0n);
    return won > 0n && payout(player, won, denominations);
  });
}

/** @param {string} player @param {bigint} won @param {readonly string[]} denominations */
function payout(player, won, denominations) {
  const chips = breakdown(won, denominations);
  const rest = won - chips.reduce((sum, value) => sum + value, 0n);
  const values = [...new Set(chips)];
  return h(
    "p",
    { key: `pay ${player}`, class: "pay-chips" },
    h("span", { key: "what", class: "muted" }, t("console.pay_chips")),
    h("strong", { key: "sum", translate: "no" }, money(won)),
    h("span", { key: "who", translate: "no" }, player),
    values.map((value) => {
      const many = chips.filter((each) => each === value).length;
      return h(
        "span",
        { key: `of ${value}`, class: "pay-colour" },
        h("span", { translate: "no" }, `${many} ×`),
        chip(value, { class: "pay-chip" }),
        term("colour", chipColour(value)),
      );
    }),
    rest > 0n && h("span", { key: "rest", class: "loss" }, t("console.pay_rest", { amount: money(rest) })),
  );
}

/** What slips have paid already, player by player. @param {readonly SlipPaidNow[]} slips */
export function paidBySlip(slips) {
  return slips.map((slip) =>
    h(
      "p",
      { key: `slip ${slip.box} ${slip.player}`, class: "by-slip gold" },
      t("why.box", { box: slip.box }),
      " ",
      h("span", { key: "who", translate: "no" }, slip.player),
      " ",
      h("strong", { key: "sum", translate: "no" }, money(slip.amount)),
      " · ",
      t("console.by_slip"),
    ),
  );
}

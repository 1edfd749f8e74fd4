/** How the game of a table is played, on one page, from what its sheet says: bets, decisions, hands, pays, your rights. */

import { dialog } from "../dialog.js";
import { h } from "../dom.js";
import { betName } from "../house.js";
import { jackpotPrice, money } from "../money.js";
import { clauseLinks } from "../reasons.js";
import { t } from "../words.js";
import { showPays } from "./lookup.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../answers").AreaNow} AreaNow */

/** @param {Scene} scene */
export function showHowTo(scene) {
  const { felt, table } = scene;
  if (!felt || !table) return;
  const before = felt.areas.filter((area) => area.placed === "before_deal");
  const after = felt.areas.filter((area) => area.placed === "decision");
  const bet = (/** @type {AreaNow} */ area) =>
    h(
      "li",
      { key: area.bet },
      h("b", null, betName(area.bet, table.sheet)),
      " ",
      h("span", { translate: "no" }, stakeOf(scene, area)),
      " ",
      clauseLinks(area.clauses, table.sheet),
    );
  dialog(t("how.title", { game: table.title }), (close) => [
    h(
      "ol",
      { class: "how" },
      h("li", { key: "bet" }, t("how.bet"), h("ul", null, before.map(bet))),
      h("li", { key: "deal" }, dealt(scene)),
      h(
        "li",
        { key: "look" },
        t("how.look", { looks: felt.looks ?? 1 }),
        " ",
        clauseLinks(felt.look_clauses ?? [], table.sheet),
      ),
      after.length > 0 && h("li", { key: "decide" }, t("how.decide"), h("ul", null, after.map(bet))),
      h("li", { key: "show" }, felt.dealer ? t("how.show") : t("how.show_alone")),
      h("li", { key: "why" }, t("how.why")),
    ),
    h("p", { key: "clock", class: "muted" }, t("how.clock")),
    h(
      "div",
      { key: "go", class: "offers" },
      h("a", { key: "learn", class: "button", href: coachedHand(table) }, t("coach.first")),
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          onclick: () => {
            close();
            showPays(scene);
          },
        },
        t("sign.pays"),
      ),
      h(
        "a",
        { class: "button quiet", href: `/rulebook/${encodeURIComponent(table.sheet)}` },
        t("how.rulebook"),
      ),
    ),
  ]);
}

/** Where a hand of the table's game is played with a coach. @param {Pick<import("../answers").TableNow, "id" | "short">} table */
export function coachedHand({ id, short }) {
  return `/learn/${encodeURIComponent(short)}?table=${encodeURIComponent(id)}`;
}

/** @param {Scene} scene */
function dealt({ felt }) {
  const words = [t("how.deal", { cards: felt?.hand ?? 0 })];
  if (felt?.dealer) words.push(t("how.deal_dealer", { cards: felt.dealer }));
  if (felt?.community) words.push(t("how.deal_community", { cards: felt.community }));
  return words.join(" ");
}

/** What a bet may be: limits, a price, or times the Ante. @param {Scene} scene @param {AreaNow} area */
function stakeOf({ table, felt }, area) {
  const limits = table?.limits[area.bet];
  if (limits) return `${money(limits.least)} – ${money(limits.most)}`;
  if (area.bet === "jackpot" && table?.jackpot_bet) return jackpotPrice(table.jackpot_bet, felt);
  return area.sizes.length ? t("how.times", { times: area.sizes.join(", ") }) : "";
}

/** Maps of what follows the first decision: by hole cards how often a later bet is placed, or by kind of hand. */

import { grouped } from "../digits.js";
import { h } from "../dom.js";
import { betName } from "../house.js";
import { tableHead } from "../page.js";
import { rowName } from "./row-name.js";
import { rankSign } from "../svg/card.js";
import { t } from "../words.js";
import { inTens } from "./notation.js";
import { RANKS } from "../svg/suits.js";

/** @typedef {import("./answer.js").Odds} Odds */

const SIZE = 30;
/** Below this share a cell is so dark that light figures are easier to read on it than dark ones. */
const LIGHT = 0.78;

/** How often each later bet follows, a map for each of them. @param {Odds} odds */
export function followMaps({ strategy, sheet }) {
  return Object.entries(strategy.followed ?? {}).map(([bet, shares]) =>
    h(
      "figure",
      { key: `follows ${bet}`, class: "map-follow" },
      h("figcaption", null, t("lab.map_follow", { bet: betName(bet, sheet) })),
      h(
        "svg",
        {
          class: "map-hole",
          viewBox: `0 0 ${14 * SIZE} ${14 * SIZE}`,
          role: "img",
          "aria-label": t("lab.map_follow", { bet: betName(bet, sheet) }),
          translate: "no",
        },
        RANKS.map((rank, place) => [
          h("text", { key: `c${rank}`, class: "map-rank", x: (place + 1.5) * SIZE, y: 20 }, rankSign(rank)),
          h("text", { key: `r${rank}`, class: "map-rank", x: 15, y: (place + 1.65) * SIZE }, rankSign(rank)),
        ]),
        RANKS.map((high, row) =>
          RANKS.map((low, column) => {
            const hand = row === column ? high + low : row < column ? `${high}${low}s` : `${low}${high}o`;
            return cell(hand, column, row, shares[hand] ?? 0);
          }),
        ),
      ),
    ),
  );
}

/** @param {string} hand @param {number} column @param {number} row @param {number} share */
function cell(hand, column, row, share) {
  const per = Math.round(share * 100);
  return h(
    "g",
    { key: hand },
    h(
      "rect",
      {
        class: "map-cell follow",
        x: (column + 1) * SIZE + 0.75,
        y: (row + 1) * SIZE + 0.75,
        width: SIZE - 1.5,
        height: SIZE - 1.5,
        rx: 2,
        "fill-opacity": (0.08 + 0.92 * share).toFixed(3),
      },
      h("title", null, `${inTens(hand)}: ${(share * 100).toFixed(2)} %`),
    ),
    h(
      "text",
      {
        class: `map-hand ${share < LIGHT ? "low" : ""}`,
        x: (column + 1.5) * SIZE,
        y: (row + 1.6) * SIZE,
      },
      per,
    ),
  );
}

/** Kinds of hands, each with how many of its deals bet. @param {Odds} odds */
export function kindsMap({ strategy }) {
  const kinds = strategy.by_hand;
  if (!kinds?.length) return null;
  return h(
    "table",
    { key: "kinds", class: "numbers kinds" },
    h("caption", null, t("lab.map_kinds")),
    tableHead([
      t("lab.hand"),
      t("lab.combinations"),
      t("lab.kind_bet"),
      t("lab.kind_fold"),
      h("span", { class: "unseen" }, t("lab.bars")),
    ]),
    h(
      "tbody",
      null,
      kinds.map(({ hand, all, bet }) =>
        h(
          "tr",
          { key: hand },
          h("th", { scope: "row" }, rowName(hand)),
          h("td", { translate: "no" }, grouped(all)),
          h("td", { translate: "no" }, grouped(bet)),
          h("td", { translate: "no" }, grouped(all - bet)),
          h(
            "td",
            { class: "bar-cell", translate: "no" },
            h(
              "svg",
              { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
              h("rect", { class: "map-cell fold", x: 0, y: 1, width: 100, height: 8 }),
              h("rect", {
                class: "map-cell play",
                x: 0,
                y: 1,
                width: ((bet / all) * 100).toFixed(2),
                height: 8,
              }),
            ),
          ),
        ),
      ),
    ),
  );
}

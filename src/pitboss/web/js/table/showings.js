/** What can be looked up at the table: why, what is paid, the rounds before. */

import { read } from "../api.js";
import { h } from "../dom.js";
import { gain, money } from "../money.js";
import { t, term } from "../words.js";
import { clauseLinks, tone, why } from "../why.js";
import { dialog } from "./dialogs.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../answers").LineNow} LineNow */

const LAST = 8;

/** Why bets got what they got. @param {Scene} scene @param {LineNow[]} lines */
export function showWhy(scene, lines) {
  const title = `${t("why.box", { box: lines[0].box })} · ${term("bet", lines[0].bet)}`;
  dialog(title, () => lines.map((line) => why(line, scene.table?.sheet ?? "", { open: true, who: true })));
}

/** What is printed on the plates. @param {Scene} scene */
export function showPays(scene) {
  const { felt, table } = scene;
  if (!felt || !table) return;
  dialog(t("sign.pays"), () => [
    h(
      "p",
      { class: "muted" },
      h("span", { translate: "no" }, table.title),
      " · ",
      t("sign.version", { version: table.sheet_version }),
    ),
    felt.pays.map((pays) =>
      h(
        "section",
        { key: pays.bet, class: "pays" },
        h("h3", null, term("bet", pays.bet), " ", clauseLinks(pays.clauses, table.sheet)),
        h(
          "table",
          null,
          h(
            "tbody",
            null,
            pays.lines.map((line, place) =>
              h(
                "tr",
                { key: place },
                h("th", { scope: "row" }, payName(line)),
                h("td", { translate: "no" }, line.pays, line.envy ? ` · +${money(line.envy)}` : ""),
              ),
            ),
          ),
        ),
      ),
    ),
  ]);
}

/** @param {import("../answers").PayNow} line */
function payName(line) {
  const hand = line.hand ? term("hand", line.hand) : t("sign.any_win");
  if (line.title)
    return term(
      "pay",
      line.title
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "_")
        .replace(/^_|_$/g, ""),
      line.title,
    );
  return line.or_higher ? t("sign.or_higher", { hand }) : hand;
}

/** The rounds before this one, with the reader's own net. @param {Scene} scene */
export function showRounds(scene) {
  const number = scene.table?.round?.number ?? 0;
  const wanted = Array.from({ length: Math.min(LAST, number) }, (_, place) => number - place);
  /** @type {Map<number, import("../answers").RoundThen>} */
  const found = new Map();
  dialog(t("table.rounds"), (_, redraw) => {
    if (!found.size) {
      for (const each of wanted) {
        void read(`/api/rounds/${encodeURIComponent(scene.id)}/${each}`).then(
          (then) => {
            found.set(each, then);
            redraw();
          },
          () => {},
        );
      }
    }
    return h(
      "ol",
      { class: "rounds" },
      wanted.map((each) => {
        const settlement = found.get(each)?.round.settlement;
        const mine = scene.me !== null ? settlement?.players[scene.me] : undefined;
        return h(
          "li",
          { key: each },
          h(
            "a",
            { href: `/rounds/${encodeURIComponent(scene.id)}/${each}` },
            t("floor.round", { number: each }),
          ),
          h(
            "span",
            { class: "muted" },
            settlement ? (settlement.outcome === "void" ? t("table.void") : t("phase.settled")) : "",
          ),
          mine !== undefined && h("strong", { class: tone(mine), translate: "no" }, gain(mine)),
        );
      }),
    );
  });
}

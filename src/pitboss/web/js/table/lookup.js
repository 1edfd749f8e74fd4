/** What can be looked up at the table: why, what is paid, the rounds before. */

import { read } from "../api.js";
import { dialog } from "../dialog.js";
import { h } from "../dom.js";
import { betName } from "../house.js";
import { gain, money } from "../money.js";
import { session } from "../session.js";
import { handName, rateInWords, t, term, gameName } from "../words.js";
import { clauseLinks, tone, why } from "../reasons.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("../answers").LineNow} LineNow */

const LAST = 8;

/** Why bets got what they got. @param {Scene} scene @param {LineNow[]} lines */
export function showWhy(scene, lines) {
  const title = `${t("why.box", { box: lines[0].box })} · ${betName(lines[0].bet, scene.table?.sheet)}`;
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
      h("span", { translate: "no" }, gameName(table.title)),
      " · ",
      t("sign.version", { version: table.sheet_version }),
    ),
    felt.pays.map((pays) =>
      h(
        "section",
        { key: pays.bet, class: "pays" },
        h("h3", null, betName(pays.bet, table.sheet), " ", clauseLinks(pays.clauses, table.sheet)),
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
                h(
                  "td",
                  { translate: "no" },
                  rateInWords(line.pays),
                  line.envy ? ` · +${money(line.envy)}` : "",
                ),
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
  const hand = line.hand ? (handName(line.hand) ?? term("hand", line.hand)) : t("sign.any_win");
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

/** The newest rounds of the table that the reader may see: players their own, each with their net. @param {Scene} scene */
export function showRounds(scene) {
  /** @type {import("../answers").RoundBrief[] | null} */
  let found = null;
  let asked = false;
  dialog(t("table.rounds"), (_, redraw) => {
    if (!session()) return h("p", { key: "door", class: "muted" }, t("rounds.sign_in"));
    if (!asked) {
      asked = true;
      const question = new URLSearchParams({ table: scene.id, limit: String(LAST) });
      void read(`/api/rounds?${question}`).then(
        (answer) => {
          found = answer.rounds;
          redraw();
        },
        () => {},
      );
    }
    if (found && !found.length) return h("p", { key: "none", class: "muted" }, t("table.no_rounds"));
    return h(
      "ol",
      { class: "rounds" },
      (found ?? []).map(({ number, outcome, players }) => {
        const mine = scene.me !== null ? players[scene.me] : undefined;
        return h(
          "li",
          { key: number },
          h("a", { href: `/rounds/${encodeURIComponent(scene.id)}/${number}` }, t("floor.round", { number })),
          h(
            "span",
            { class: "muted" },
            outcome ? (outcome === "void" ? t("table.void") : t("phase.settled")) : "",
          ),
          mine !== undefined && h("strong", { class: tone(mine), translate: "no" }, gain(mine)),
        );
      }),
    );
  });
}

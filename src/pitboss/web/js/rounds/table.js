/** Rounds that were found, as a table. */

import { h } from "../dom.js";
import { cents, gain, money } from "../money.js";
import { clauseLinks, tone } from "../reasons.js";
import { may } from "../session.js";
import { t, term } from "../words.js";

/** @typedef {import("../answers").RoundBrief} RoundBrief */
/** @typedef {import("../answers").SheetNow} SheetNow */

/** @param {RoundBrief[]} rounds @param {ReadonlyMap<string, SheetNow>} sheets */
export function roundsTable(rounds, sheets) {
  const heads = [
    t("rounds.round"),
    t("rounds.began"),
    t("rounds.game"),
    t("rounds.players"),
    t("rounds.most"),
    ...(may("read_reports") ? [t("report.wagers"), t("report.win"), t("report.link_pays")] : []),
    t("rounds.noted"),
  ];
  return h(
    "table",
    { key: "table", class: "finder-table", role: "table" },
    h(
      "thead",
      { role: "rowgroup" },
      h(
        "tr",
        { role: "row" },
        heads.map((head, place) => h("th", { key: place, scope: "col", role: "columnheader" }, head)),
      ),
    ),
    h(
      "tbody",
      { role: "rowgroup" },
      rounds.map((round) => row(round, sheets.get(round.sheet)?.short ?? round.sheet)),
    ),
  );
}

/** @param {RoundBrief} round @param {string} game */
function row(round, game) {
  const href = `/rounds/${encodeURIComponent(round.table)}/${round.number}`;
  return h(
    "tr",
    {
      key: `${round.table}/${round.number}`,
      role: "row",
      class: round.outcome === "void" ? "was-void" : "",
    },
    h(
      "td",
      { role: "cell", class: "round-name" },
      h("a", { href, translate: "no" }, `${round.table}/${round.number}`),
    ),
    h(
      "td",
      { role: "cell", class: "round-began", translate: "no" },
      h("span", null, round.began.slice(0, 10)),
      " ",
      round.began.slice(11, 19),
    ),
    h("td", { role: "cell", class: "round-game", translate: "no" }, game),
    h(
      "td",
      { role: "cell", class: "round-players" },
      Object.entries(round.players).map(([name, net]) =>
        h(
          "span",
          { key: name, class: "round-player", translate: "no" },
          name,
          " ",
          h("b", { class: tone(net) }, round.outcome ? gain(net) : "…"),
        ),
      ),
    ),
    h(
      "td",
      { role: "cell", class: "round-most", translate: "no" },
      cents(round.most) > 0n ? gain(round.most) : "–",
    ),
    may("read_reports") &&
      [round.wagers, round.win, round.paid_by_link].map((amount, place) =>
        h("td", { key: place, role: "cell", class: "round-sum", translate: "no" }, figure(amount)),
      ),
    h(
      "td",
      { role: "cell", class: "round-noted" },
      round.outcome === null && h("span", { key: "live", class: "badge live" }, t("rounds.in_play")),
      round.outcome === "void" && h("span", { key: "void", class: "badge" }, term("ended", "void")),
      round.jackpot && h("span", { key: "jackpot", class: "badge gold" }, term("ended", "jackpot")),
      clauseLinks(round.irregularities, round.sheet),
    ),
  );
}

/** An amount of a report; one that is nothing is not read. @param {string} amount */
function figure(amount) {
  return cents(amount) ? money(amount) : "–";
}

/**
 * What the rounds come to, in the words of the reports: a figure is found again in the rounds that it is made of.
 *
 * @param {RoundBrief[]} rounds
 */
export function sums(rounds) {
  if (!may("read_reports") || !rounds.length) return null;
  const total = (/** @type {"wagers" | "win" | "paid_by_link"} */ name) =>
    money(rounds.reduce((sum, round) => sum + cents(round[name]), 0n));
  return h(
    "span",
    { key: "sums", translate: "no" },
    ` · ${t("report.wagers")} ${total("wagers")} · ${t("report.win")} ${total("win")}`,
    ` · ${t("report.link_pays")} ${total("paid_by_link")}`,
  );
}

/** The figures of every bet, beside what they were, exact on demand. */

import { sentence } from "../sentence.js";
import { h } from "../dom.js";
import { betName } from "../house.js";
import { t } from "../words.js";
import { betsOf, refusedBets } from "./answer.js";
import { decimal, exactly, fraction, minus, percent, quotient, same, sum } from "../fractions.js";

/** @typedef {import("./answer.js").Odds} Odds */
/** @typedef {import("./answer.js").BetFigures} BetFigures */
/** @typedef {import("../fractions.js").Fraction} Fraction */
/** @typedef {{name: string, text: (bet: BetFigures) => string, exact?: (bet: BetFigures) => string, value: (bet: BetFigures) => Fraction, share: boolean}} Figure */

/** @returns {Figure[]} */
function figures() {
  return [
    {
      name: t("lab.house_edge"),
      text: (bet) => percent(edge(bet)),
      exact: (bet) => exactly(edge(bet)),
      value: edge,
      share: true,
    },
    {
      name: t("lab.risk"),
      text: (bet) => percent(risk(bet)),
      exact: (bet) => exactly(risk(bet)),
      value: risk,
      share: true,
    },
    {
      name: t("lab.std_dev"),
      text: (bet) => bet.std_dev.toFixed(4),
      exact: (bet) => `√(${exactly(fraction(bet.variance))})`,
      value: (bet) => near(bet.std_dev),
      share: false,
    },
    {
      name: t("lab.average_wager"),
      text: (bet) => decimal(fraction(bet.average_wager), 4),
      exact: (bet) => exactly(fraction(bet.average_wager)),
      value: (bet) => fraction(bet.average_wager),
      share: false,
    },
    {
      name: t("lab.hits"),
      text: (bet) => percent(near(bet.hit_frequency)),
      value: (bet) => near(bet.hit_frequency),
      share: true,
    },
    {
      name: t("lab.skewness"),
      text: (bet) => bet.skewness.toFixed(3).replace("-", "−"),
      value: (bet) => near(bet.skewness),
      share: false,
    },
  ];
}

/**
 * @param {Odds} now
 * @param {Odds | null} before what the sheet says, where something is moved
 * @param {boolean} exact
 * @param {string} caption
 * @param {Odds | null} [against] the sheet from which each figure's difference is told
 */
export function figuresTable(now, before, exact, caption, against = null) {
  const all = figures();
  const old = new Map(before ? betsOf(before) : []);
  const other = new Map(against ? betsOf(against) : []);
  return h(
    "table",
    { key: `figures ${caption}`, class: `figures ${exact ? "exact" : ""}`, role: "table" },
    h("caption", { translate: "no" }, caption),
    h(
      "thead",
      { role: "rowgroup" },
      h(
        "tr",
        { role: "row" },
        h("th", { key: "bet", scope: "col", role: "columnheader" }, t("lab.bet")),
        all.map((figure) => h("th", { key: figure.name, scope: "col", role: "columnheader" }, figure.name)),
      ),
    ),
    h(
      "tbody",
      { role: "rowgroup" },
      betsOf(now).map(([bet, found]) =>
        h(
          "tr",
          { key: bet, role: "row", "data-bet": bet },
          h("th", { scope: "row", role: "rowheader" }, nameOf(bet, now.sheet)),
          all.map((figure) => cell(figure, found, old.get(bet), exact, other.get(bet))),
        ),
      ),
      refusedBets(now).map(({ bet, why, reason }) =>
        h(
          "tr",
          { key: bet, role: "row", "data-bet": bet },
          h("th", { scope: "row", role: "rowheader" }, nameOf(bet, now.sheet)),
          sentence(why, { key: "why", role: "cell", colspan: all.length, class: "muted", reason }, "td"),
        ),
      ),
    ),
  );
}

/** @param {string} bet @param {string} sheet */
export function nameOf(bet, sheet) {
  return bet === "ante" ? t("lab.main_game") : betName(bet, sheet);
}

/** @param {Figure} figure @param {BetFigures} now @param {BetFigures | undefined} before @param {boolean} exact @param {BetFigures} [other] */
function cell(figure, now, before, exact, other) {
  const changed = before && !same(figure.value(now), figure.value(before));
  return h(
    "td",
    { key: figure.name, role: "cell", class: changed ? "changed" : "" },
    h("span", { key: "name", class: "cell-name", "aria-hidden": "true" }, figure.name),
    h("span", { key: "now", class: "figure", translate: "no" }, figure.text(now)),
    changed && h("span", { key: "change", class: "change", translate: "no" }, change(figure, now, before)),
    changed &&
      h(
        "span",
        { key: "was", class: "was muted" },
        t("lab.was"),
        " ",
        h("span", { translate: "no" }, figure.text(before)),
      ),
    other &&
      h("span", { key: "difference", class: "difference", translate: "no" }, change(figure, now, other)),
    exact &&
      figure.exact &&
      h("span", { key: "exact", class: "exactly", translate: "no" }, figure.exact(now)),
  );
}

/** By how much a figure has moved. @param {Figure} figure @param {BetFigures} now @param {BetFigures} before */
function change(figure, now, before) {
  const moved = sum(figure.value(now), minus(figure.value(before)));
  return figure.share
    ? percent(moved, 4, { sign: true }).replace(" %", "")
    : decimal(moved, 4, { sign: true });
}

/** @param {BetFigures} bet */
function edge(bet) {
  return minus(fraction(bet.ev));
}

/** @param {BetFigures} bet */
function risk(bet) {
  return quotient(minus(fraction(bet.ev)), fraction(bet.average_wager));
}

/** A number that the API rounds itself. @param {number} value @returns {Fraction} */
function near(value) {
  return { over: BigInt(Math.round(value * 1e10)), under: 10n ** 10n };
}

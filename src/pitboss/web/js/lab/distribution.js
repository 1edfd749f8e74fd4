/** The distribution of a bet's results: a bar for each gain, with its chance. */

import { h } from "../dom.js";
import { tableHead } from "../page.js";
import { t } from "../words.js";
import { nameOf } from "./figures.js";
import { betsOf } from "./answer.js";
import { returnTable } from "./return-table.js";
import { decimal, exactly, fraction, near, percent, product } from "../fractions.js";

/** @typedef {import("./answer.js").Odds} Odds */
/** @typedef {import("./answer.js").Outcome} Outcome */
/** @typedef {{bet: string, log: boolean, exact: boolean}} How */

/**
 * @param {Odds} now
 * @param {Odds | null} before
 * @param {How} how
 * @param {(change: Partial<How>) => void} set
 */
export function spread(now, before, how, set) {
  const bets = betsOf(now);
  const [bet, figures] = bets.find(([name]) => name === how.bet) ?? bets[0];
  const old = new Map((before ? betsOf(before) : []).map(([name, found]) => [name, found.distribution]));
  return h(
    "div",
    { key: "spread" },
    h(
      "div",
      { class: "spread-acts" },
      h(
        "div",
        { class: "tabs", role: "group", "aria-label": t("lab.bet") },
        bets.map(([name]) =>
          h(
            "button",
            {
              key: name,
              type: "button",
              class: "quiet",
              "aria-pressed": name === bet ? "true" : "false",
              onclick: () => set({ bet: name }),
            },
            nameOf(name, now.sheet),
          ),
        ),
      ),
      h(
        "label",
        { class: "switch" },
        h("input", { type: "checkbox", checked: how.log, onchange: () => set({ log: !how.log }) }),
        " ",
        t("lab.log"),
      ),
    ),
    bars(figures.distribution, old.get(bet) ?? null, how),
    returnTable(now, bet, how.exact),
  );
}

/** @param {Outcome[]} outcomes @param {Outcome[] | null} before @param {How} how */
function bars(outcomes, before, how) {
  const old = new Map((before ?? []).map((outcome) => [outcome.net, near(fraction(outcome.probability))]));
  const chances = outcomes.map((outcome) => near(fraction(outcome.probability)));
  const [most, least] = [
    Math.max(...chances, ...old.values()),
    Math.min(...chances, ...[...old.values()].filter((value) => value > 0)),
  ];
  /** @param {number} chance */
  const length = (chance) => {
    if (chance <= 0) return 0;
    return how.log
      ? 4 + (96 * Math.log(chance / least)) / Math.max(1e-9, Math.log(most / least))
      : (chance / most) * 100;
  };
  return h(
    "table",
    { class: "bars" },
    tableHead([
      t("lab.gain"),
      t("lab.chance"),
      h("span", { class: "unseen" }, t("lab.bars")),
      t("lab.brings"),
    ]),
    h(
      "tbody",
      null,
      outcomes.map((outcome, place) => {
        const net = fraction(outcome.net);
        const chance = fraction(outcome.probability);
        const kind = net.over > 0n ? "win" : net.over < 0n ? "loss" : "held";
        const was = old.get(outcome.net) ?? chances[place];
        return h(
          "tr",
          { key: outcome.net, translate: "no" },
          h("th", { scope: "row", class: kind }, decimal(net, net.under === 1n ? 0 : 2, { sign: true })),
          h(
            "td",
            { class: "bar-chance" },
            share(chances[place], chance),
            how.exact && h("span", { key: "exact", class: "exactly" }, exactly(chance)),
          ),
          h(
            "td",
            { class: "bar-cell" },
            bar(kind, length(chances[place]), was !== chances[place] ? length(was) : null),
          ),
          h("td", { class: "bar-brings" }, decimal(product(net, chance), 4, { sign: true })),
        );
      }),
    ),
  );
}

/** @param {string} kind @param {number} now @param {number | null} was in per cent of the longest */
function bar(kind, now, was) {
  const before = was !== null && { x: Math.max(0, was - 0.35).toFixed(2), y: 0, width: 0.7, height: 10 };
  return h(
    "svg",
    { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    h("rect", { key: "now", class: `bar-now ${kind}`, x: 0, y: 1, width: now.toFixed(2), height: 8 }),
    before && h("rect", { key: "was", class: "bar-was", ...before }),
  );
}

/** A chance in per cent, or as one in so many where it is small. @param {number} chance @param {import("../fractions.js").Fraction} exact */
function share(chance, exact) {
  if (chance >= 0.0001) return percent(exact, 4);
  return `1 : ${decimal({ over: exact.under, under: exact.over }, 0)}`;
}

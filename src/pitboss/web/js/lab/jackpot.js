/** What the jackpot bet returns at a displayed value, in numbers: its value is a straight line over the display. */

import { h } from "../dom.js";
import { tableHead } from "../page.js";
import { currencySign } from "../house.js";
import { cents, money, plain } from "../money.js";
import { t } from "../words.js";
import { jackpotOf } from "./answer.js";
import { decimal, exactly, fraction, near, percent, product, quotient, sum } from "../fractions.js";

/** @typedef {import("./answer.js").Odds} Odds */
/** @typedef {import("../fractions.js").Fraction} Fraction */
/** @typedef {import("./chart.js").Chart} Chart */

/** What comes back of each dollar bet at a displayed value. @param {Odds} odds @param {Fraction} meter */
export function returned(odds, meter) {
  const { envy, bet } = jackpotOf(odds);
  return sum(returnOf(jackpotOf(odds), meter), quotient(fraction(envy?.value ?? "0"), amount(bet)));
}

/** What one size of the bet returns, envy apart. @param {import("./answer.js").JackpotLine} size @param {Fraction} meter */
function returnOf({ slope, constant, bet }, meter) {
  const value = sum(product(fraction(slope), meter), fraction(constant));
  return sum({ over: 1n, under: 1n }, quotient(value, amount(bet)));
}

/** Dollars as the API writes them, as a fraction. @param {string} text @returns {Fraction} */
export function amount(text) {
  return text.includes("/") ? fraction(text) : { over: cents(text), under: 100n };
}

/** The chart as a table of numbers, for readers who do not see it. @param {Chart} chart */
export function jackpotTable({ lines, meter, today }) {
  const marked = ["0", today, meter, ...lines.map(({ odds }) => evenOf(odds))].filter(
    (value) => value !== null,
  );
  const values = [...new Set(marked.map((value) => plain(cents(value))))];
  values.sort((one, other) => Number(one) - Number(other));
  return h(
    "table",
    { class: "numbers" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", { key: "at", scope: "col" }, t("lab.displayed")),
        lines.map(({ name, kind }) => h("th", { key: kind, scope: "col", translate: "no" }, name)),
      ),
    ),
    h(
      "tbody",
      null,
      values.map((value) =>
        h(
          "tr",
          { key: value },
          h(
            "th",
            { scope: "row", translate: "no" },
            money(value, { cents: true }),
            today !== null &&
              value === plain(cents(today)) &&
              h("small", { key: "today", translate: "yes" }, " ", t("lab.today")),
          ),
          lines.map(({ odds, kind }) =>
            h("td", { key: kind, translate: "no" }, percent(returned(odds, amount(value)), 4)),
          ),
        ),
      ),
    ),
  );
}

/** In sentences: where it breaks even, and the line as it is exactly. @param {Odds} odds @param {boolean} exact */
export function jackpotFacts(odds, exact) {
  const { slope, constant, bet, envy } = jackpotOf(odds);
  const even = evenOf(odds);
  return h(
    "dl",
    { key: "facts", class: "lab-facts" },
    h("dt", { key: "even name" }, t("lab.break_even")),
    h("dd", { key: "even", translate: "no" }, even === null ? "–" : money(even, { cents: true })),
    odds.joint?.jackpot_break_even != null && [
      h("dt", { key: "joint name" }, t("lab.joint_break_even")),
      h(
        "dd",
        { key: "joint", translate: "no" },
        money(odds.joint.jackpot_break_even.toFixed(2), { cents: true }),
      ),
    ],
    envy &&
      envy.others > 0 && [
        h("dt", { key: "envy name" }, t("lab.envy")),
        h(
          "dd",
          { key: "envy", translate: "no" },
          `${currencySign()}${decimal(fraction(envy.value), 4)}`,
          exact && h("span", { key: "exact", class: "exactly" }, exactly(fraction(envy.value))),
        ),
      ],
    h("dt", { key: "line name" }, t("lab.line")),
    h(
      "dd",
      { key: "line", translate: "no" },
      exact
        ? `${exactly(fraction(slope))} × D ${constant.startsWith("-") ? "" : "+ "}${exactly(fraction(constant))}`
        : `${(near(fraction(slope)) * 1e6).toFixed(4)} × D / 1,000,000 ${decimal(fraction(constant), 4, { sign: true })}`,
      ` (${currencySign()}${bet})`,
    ),
  );
}

/** Where several times the least bet may be staked: what each size returns. @param {Odds} odds @param {string} meter */
export function multiples(odds, meter) {
  const sizes = jackpotOf(odds).multiples;
  if (!sizes) return null;
  return h(
    "table",
    { key: "multiples", class: "numbers" },
    h("caption", null, t("lab.multiples")),
    tableHead([t("lab.jackpot_bet", { sign: currencySign() }), t("lab.break_even"), t("lab.returns")]),
    h(
      "tbody",
      { translate: "no" },
      sizes.map((size) =>
        h(
          "tr",
          { key: size.bet },
          h("th", { scope: "row" }, `${size.units} × = ${currencySign()}${size.bet}`),
          h("td", null, size.break_even === null ? "–" : money(size.break_even.toFixed(2), { cents: true })),
          h("td", null, percent(returnOf(size, amount(meter)), 4)),
        ),
      ),
    ),
  );
}

/** @param {Odds} odds @returns {string | null} */
export function evenOf(odds) {
  const { break_even: alone, envy } = jackpotOf(odds);
  const even = envy && envy.others > 0 ? envy.break_even : alone;
  return even === null || even < 0 ? null : even.toFixed(2);
}

/** Gaming days side by side: one row each, and the win of the house drawn above them. */

import { h } from "../dom.js";
import { t } from "../words.js";
import { exact, shown } from "./exact.js";
import { column, grid } from "./grid.js";

/**
 * @typedef {object} TrendRow a gaming day of a range, in cents
 * @property {string} day
 * @property {number} rounds
 * @property {number} void_rounds
 * @property {number} wagers
 * @property {number} win
 * @property {number} link_pays
 * @property {number} sold
 * @property {number | string} liability
 * @property {number} alarms
 * @property {boolean} closed
 * @property {boolean} signed
 */

const [WIDTH, HEIGHT, EDGE] = [720, 160, 4];

/** @param {TrendRow[]} rows @param {string} first @param {string} last */
export function trend(rows, first, last) {
  const title = t("report.range_title", { first, last });
  return [
    rows.length > 1 && chart(rows),
    grid({
      key: `range-${first}-${last}`,
      title,
      none: t("report.no_range"),
      rows,
      columns: [
        column.text(
          "day",
          t("report.day"),
          (/** @type {TrendRow} */ row) => row.day,
          (row) => h("a", { href: `/reports?day=${row.day}`, translate: "no" }, row.day),
        ),
        column.countSum("rounds", t("report.rounds"), (row) => row.rounds),
        column.countSum("void_rounds", t("report.void"), (row) => row.void_rounds),
        column.moneySum("wagers", t("report.wagers"), (row) => row.wagers),
        column.moneySum("win", t("report.win"), (row) => row.win),
        {
          ...column.text("hold", t("report.hold"), (/** @type {TrendRow} */ row) => hold(row)),
          look: "share",
        },
        column.moneySum("link_pays", t("report.link_pays"), (row) => row.link_pays),
        column.moneySum("sold", t("report.sold"), (row) => row.sold),
        column.money("liability", t("report.liability"), (row) => exact(row.liability)),
        column.countSum("alarms", t("report.alarms_count"), (row) => row.alarms),
        column.text("state", t("report.state"), (row) => stateOf(row)),
      ],
    }),
  ];
}

/** The win for each hundred wagered. @param {TrendRow} row */
function hold({ win, wagers }) {
  return wagers ? `${((100 * win) / wagers).toFixed(2)} %`.replace("-", "−") : "–";
}

/** @param {TrendRow} row */
function stateOf({ closed, signed }) {
  return t(signed ? "report.day_signed" : closed ? "report.day_closed" : "report.day_open");
}

/** The win of each day as a column above or below the line of nothing. @param {TrendRow[]} rows */
function chart(rows) {
  const wins = rows.map((row) => row.win);
  const [top, bottom] = [Math.max(0, ...wins), Math.min(0, ...wins)];
  const span = top - bottom || 1;
  const y = (/** @type {number} */ cents) => EDGE + ((top - cents) / span) * (HEIGHT - 2 * EDGE);
  const step = WIDTH / rows.length;
  return h(
    "figure",
    { key: "trend", class: "report-trend" },
    h(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        role: "img",
        "aria-label": t("report.trend"),
        preserveAspectRatio: "none",
      },
      h("line", { key: "zero", class: "zero", x1: 0, x2: WIDTH, y1: y(0), y2: y(0) }),
      rows.map((row, place) => {
        const [from, to] = [y(Math.max(0, row.win)), y(Math.min(0, row.win))];
        return h(
          "rect",
          {
            key: row.day,
            class: row.win < 0 ? "lost" : "won",
            x: place * step + step * 0.15,
            y: from,
            width: step * 0.7,
            height: Math.max(1, to - from),
          },
          h("title", null, `${row.day}: ${shown(exact(row.win))}`),
        );
      }),
    ),
    h(
      "figcaption",
      { class: "muted" },
      t("report.trend"),
      " ",
      h(
        "span",
        { translate: "no" },
        `${rows[0].day} – ${rows[rows.length - 1].day}, ${shown(exact(bottom))} … ${shown(exact(top))}`,
      ),
    ),
  );
}

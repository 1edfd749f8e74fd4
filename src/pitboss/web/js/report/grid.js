/** A table of a report: dense, with sums, and to be taken away as CSV. */

import { asCsv } from "../csv.js";
import { h } from "../dom.js";
import { t } from "../words.js";
import { grouped } from "../digits.js";
import { sum } from "../fractions.js";
import { exact, shown, written } from "./exact.js";

/** @typedef {import("../fractions.js").Fraction} Fraction */
/** @typedef {import("../dom.js").Kids} Kids */
/**
 * @template Row
 * @typedef {object} Column
 * @property {string} name in a spreadsheet
 * @property {string} title
 * @property {"text" | "count" | "money"} kind
 * @property {(row: Row) => string | number | Fraction | null} value
 * @property {boolean} [sum] added up at the foot
 * @property {(row: Row) => Kids} [show] where it is not shown as it is
 * @property {"share" | "time"} [look] of a text: a share stands at the right, and neither is broken into lines
 */

/**
 * @template Row
 * @param {{key: string, title: string, columns: Column<Row>[], rows: readonly Row[], none: string, level?: string}} what
 */
export function grid({ key, title, columns, rows, none, level = "h2" }) {
  const id = `grid-${key}`;
  return h(
    "section",
    { key, class: "grid-part", "aria-labelledby": id },
    h(
      "header",
      null,
      h(level, { id }, title),
      rows.length > 0 &&
        h(
          "button",
          {
            key: "csv",
            type: "button",
            class: "link",
            onclick: () => download(`${key}.csv`, csv(columns, rows)),
          },
          t("report.csv"),
          h("span", { class: "unseen" }, ` ${title}`),
        ),
    ),
    rows.length
      ? h(
          "div",
          { key: "scroll", class: "grid-scroll", tabindex: 0, role: "group", "aria-labelledby": id },
          table(columns, rows),
        )
      : h("p", { key: "none", class: "muted" }, none),
  );
}

/** @template Row @param {Column<Row>[]} columns @param {readonly Row[]} rows */
function table(columns, rows) {
  const sums = columns.some((column) => column.sum) && rows.length > 1;
  return h(
    "table",
    { class: "grid" },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        columns.map(({ name, title, kind, look }) =>
          h("th", { key: name, scope: "col", class: look ?? kind }, title),
        ),
      ),
    ),
    h(
      "tbody",
      null,
      rows.map((row, place) =>
        h(
          "tr",
          { key: place },
          columns.map((column) =>
            h(
              "td",
              {
                key: column.name,
                class: `${column.look ?? column.kind} ${isNothing(column, row) ? "nothing" : ""}`,
                translate: column.show ? undefined : "no",
              },
              column.show ? column.show(row) : told(column.kind, column.value(row)),
            ),
          ),
        ),
      ),
    ),
    sums &&
      h(
        "tfoot",
        { key: "sums" },
        h(
          "tr",
          null,
          columns.map((column, place) =>
            place === 0
              ? h("th", { key: column.name, scope: "row" }, t("report.sum"))
              : h(
                  "td",
                  { key: column.name, class: column.kind, translate: "no" },
                  column.sum ? told(column.kind, total(column, rows)) : "",
                ),
          ),
        ),
      ),
  );
}

/** A zero is there and does not ask for attention. @template Row @param {Column<Row>} column @param {Row} row */
function isNothing({ kind, value }, row) {
  return kind !== "text" && asExact(value(row)).over === 0n;
}

/** @template Row @param {Column<Row>} column @param {readonly Row[]} rows */
function total(column, rows) {
  return rows.reduce((all, row) => sum(all, asExact(column.value(row))), exact(0));
}

/** @param {string | number | Fraction | null} value */
function asExact(value) {
  return value !== null && typeof value === "object" ? value : exact(value);
}

/** @param {"text" | "count" | "money"} kind @param {string | number | Fraction | null} value */
function told(kind, value) {
  if (value === null) return "–";
  if (kind === "text") return String(value);
  const amount = asExact(value);
  return kind === "money" ? shown(amount) : grouped(amount.over / amount.under);
}

/** @template Row @param {Column<Row>[]} columns @param {readonly Row[]} rows */
function csv(columns, rows) {
  const cell = (/** @type {Column<Row>} */ { kind, value }, /** @type {Row} */ row) => {
    const found = value(row);
    return found === null ? "" : kind === "money" ? written(asExact(found)) : String(found);
  };
  return asCsv([
    columns.map(({ name }) => name),
    ...rows.map((row) => columns.map((each) => cell(each, row))),
  ]);
}

/** @param {string} name @param {string} text */
export function download(name, text) {
  const url = URL.createObjectURL(new Blob(["\ufeff", text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * The columns of a table: texts, counts and money, those of `…Sum` with their sum under them.
 */
export const column = {
  /** @template Row @param {string} name @param {string} title @param {(row: Row) => string} value @param {(row: Row) => Kids} [show] @returns {Column<Row>} */
  text: (name, title, value, show) => ({ name, title, kind: "text", value, show }),
  /** @template Row @param {string} name @param {string} title @param {Column<Row>["value"]} value @returns {Column<Row>} */
  count: (name, title, value) => ({ name, title, kind: "count", value }),
  /** @template Row @param {string} name @param {string} title @param {Column<Row>["value"]} value @returns {Column<Row>} */
  countSum: (name, title, value) => ({ name, title, kind: "count", value, sum: true }),
  /** @template Row @param {string} name @param {string} title @param {Column<Row>["value"]} value @returns {Column<Row>} */
  money: (name, title, value) => ({ name, title, kind: "money", value }),
  /** @template Row @param {string} name @param {string} title @param {Column<Row>["value"]} value @returns {Column<Row>} */
  moneySum: (name, title, value) => ({ name, title, kind: "money", value, sum: true }),
};

/**
 * A column whose figures lead to the rounds that they are made of; nothing leads nowhere.
 *
 * @template Row
 * @param {Column<Row>} figure
 * @param {(row: Row) => Record<string, string>} asked
 * @returns {Column<Row>}
 */
export function roundsLink(figure, asked) {
  return {
    ...figure,
    show: (row) => {
      const text = told(figure.kind, figure.value(row));
      if (isNothing(figure, row)) return h("span", { translate: "no" }, text);
      const href = `/rounds?${new URLSearchParams(asked(row))}`;
      return h("a", { href, translate: "no", title: t("report.its_rounds") }, text);
    },
  };
}

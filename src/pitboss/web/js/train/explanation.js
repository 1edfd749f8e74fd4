/** An answer, point by point: what was said, what is right, and why by clause. */

import { h } from "../dom.js";
import { betName } from "../house.js";
import { gain } from "../money.js";
import { clauseLinks, why } from "../reasons.js";
import { t, term } from "../words.js";
import { sentence } from "../sentence.js";

/** @typedef {import("../answers").CheckedNow} CheckedNow */
/** @typedef {import("../answers").PointNow} PointNow */

/** @typedef {import("./answer-form.js").Row} Row */

/** @param {CheckedNow} checked @param {string} sheet @param {readonly Row[]} rows the bets, in the order in which they were asked */
export function explained(checked, sheet, rows) {
  const wrong = checked.points.filter((point) => !point.right).length;
  const [first] = checked.points;
  return [
    h(
      "p",
      { key: "verdict", class: `train-verdict ${checked.right ? "win" : "loss"}`, role: "status" },
      checked.right ? t("train.right") : t("train.wrong", { wrong, points: checked.points.length }),
    ),
    checked.again && h("p", { key: "again", class: "muted" }, t("train.again_told")),
    first?.asks === "line"
      ? h(
          "div",
          { key: "lines", class: "train-points" },
          inOrder(checked.points, rows).map((point) => lineOf(point, sheet)),
        )
      : [
          h("div", { key: "points", class: "train-points" }, checked.points.map(pointOf)),
          first &&
            h(
              "p",
              { key: "why", class: "train-why" },
              sentence(first.why, { reason: first.reason }),
              " ",
              h("span", { class: "muted" }, t("why.clauses"), " ", clauseLinks(first.clauses, sheet)),
            ),
        ],
  ];
}

/** Points in the order of the question. @param {readonly PointNow[]} points @param {readonly Row[]} rows */
function inOrder(points, rows) {
  /** @param {PointNow} point */
  const place = ({ box, player, bet }) =>
    rows.findIndex((row) => row.box === box && row.player === player && row.bet === bet);
  return [...points].sort((a, b) => place(a) - place(b));
}

/** @param {PointNow} point @param {string} sheet */
function lineOf(point, sheet) {
  const key = `${point.box} ${point.player} ${point.bet}`;
  return h(
    "div",
    {
      key,
      class: `train-point ${point.right ? "right" : "wrong"}`,
      "data-point": `${point.box} ${point.bet}`,
    },
    mark(point),
    h(
      "div",
      null,
      point.line
        ? why(point.line, sheet, { open: !point.right, who: true })
        : h(
            "p",
            { key: "none" },
            t("why.box", { box: point.box ?? 0 }),
            " ",
            h("span", { translate: "no" }, point.player ?? ""),
            " ",
            betName(point.bet ?? "", sheet),
            " ",
            t("train.no_line"),
          ),
      !point.right && h("p", { key: "said", class: "train-said" }, t("train.you_said"), " ", saidOf(point)),
    ),
  );
}

/** @param {PointNow} point */
function saidOf(point) {
  if (!point.said_result) return t("train.said_nothing");
  return [
    term("result", point.said_result),
    " ",
    h("span", { key: "net", translate: "no" }, gain(point.said || "0")),
  ];
}

/** @param {PointNow} point */
function pointOf(point) {
  return h(
    "div",
    { key: point.asks, class: `train-point ${point.right ? "right" : "wrong"}` },
    mark(point),
    h(
      "dl",
      null,
      h("dt", null, asked(point)),
      h("dd", null, value(point, point.should)),
      !point.right &&
        h("dd", { key: "said", class: "train-said" }, t("train.you_said"), " ", value(point, point.said)),
    ),
  );
}

/** @param {PointNow} point */
function asked(point) {
  if (point.asks === "role") return t("train.ask_role");
  if (point.asks === "void") return t("train.ask_void");
  return point.asks === "out" ? t("train.ask_out") : t("train.ask_must_choose");
}

/** @param {PointNow} point @param {string} text */
function value(point, text) {
  if (point.asks === "role") return text ? term("role", text) : t("train.said_nothing");
  if (point.asks === "void") return text === "yes" ? t("train.yes") : t("train.no");
  return text ? t("train.boxes", { boxes: text, count: text.split(",").length }) : t("train.none");
}

/** Right or wrong by a sign and a word, not by colour alone. @param {PointNow} point */
function mark({ right }) {
  return h(
    "span",
    {
      key: "mark",
      class: "train-mark",
      role: "img",
      "aria-label": right ? t("train.is_right") : t("train.is_wrong"),
    },
    right ? "✓" : "✗",
  );
}

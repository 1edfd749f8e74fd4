/** Plays as tables: where they change as the display grows, and which are nearly as good the other way. */

import { grouped } from "../digits.js";
import { h } from "../dom.js";
import { tableHead } from "../page.js";
import { betName } from "../house.js";
import { money } from "../money.js";
import { t } from "../words.js";
import { inSuits } from "./notation.js";

/** @typedef {import("./answer.js").Strategy} Strategy */
/** @typedef {import("./answer.js").Breakpoint} Breakpoint */

/** Where play changes as the display grows. @param {Breakpoint[]} points @param {number} meter @param {string} sheet */
export function ladder(points, meter, sheet) {
  if (!points.length) return h("p", { key: "none", class: "muted" }, t("lab.no_changes"));
  return h(
    "table",
    { key: "ladder", class: "numbers ladder" },
    h("caption", null, t("lab.ladder")),
    tableHead([t("lab.from_display"), t("lab.begin"), t("lab.hands")]),
    h(
      "tbody",
      null,
      points
        .slice(0, 60)
        .map((point) =>
          h(
            "tr",
            { key: point.meter, class: point.meter <= meter ? "reached" : "" },
            h(
              "th",
              { scope: "row", translate: "no" },
              `${point.meter <= meter ? "✓ " : ""}${money(point.meter.toFixed(2))}`,
            ),
            h("td", null, betName(point.action, sheet)),
            h(
              "td",
              { translate: "no" },
              point.hands.slice(0, 6).map(inSuits).join(" · "),
              point.hands.length > 6 ? " …" : "",
              h("small", null, ` ${grouped(point.combinations)}`),
            ),
          ),
        ),
    ),
  );
}

/** The decisions that are nearly as good the other way. @param {Strategy} strategy @param {string} sheet */
export function closest(strategy, sheet) {
  return h(
    "details",
    { key: "closest" },
    h("summary", null, t("lab.closest")),
    h(
      "table",
      { class: "numbers" },
      tableHead([t("lab.hand"), t("lab.best"), t("lab.worth")]),
      h(
        "tbody",
        null,
        strategy.borderline.map((line, place) =>
          h(
            "tr",
            { key: place },
            h("th", { scope: "row", translate: "no" }, inSuits(line.hand)),
            h("td", null, line.action === "fold" ? t("table.fold") : betName(line.action, sheet)),
            h("td", { translate: "no" }, line.gain.toFixed(8)),
          ),
        ),
      ),
    ),
  );
}

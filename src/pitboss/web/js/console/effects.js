/** What an act would do to each box, before anybody confirms it. */

import { sentence } from "../sentence.js";
import { h } from "../dom.js";
import { tableHead } from "../page.js";
import { betName } from "../house.js";
import { money } from "../money.js";
import { clauseLinks } from "../reasons.js";
import { t } from "../words.js";
import { lines } from "./settlement.js";

/** @typedef {import("../answers").PreviewNow} PreviewNow */
/** @typedef {import("../answers").BoxEffect} BoxEffect */
/** @typedef {import("../answers").WagerNow} WagerNow */

/** @param {PreviewNow} preview @param {string} sheet */
export function effects(preview, sheet) {
  const { boxes, follows, then, settlement } = preview;
  return h(
    "div",
    { key: "effects", class: "effects", role: "status" },
    h("h3", { key: "title", class: "small" }, t("console.will")),
    preview.void.length > 0 &&
      h("p", { key: "void", class: "void" }, t("table.void"), " ", clauseLinks(preview.void, sheet)),
    boxes.length > 0 && table(boxes, sheet),
    follows.length > 0 &&
      h(
        "ul",
        { key: "follows", class: "follows" },
        follows.map((text, place) => sentence(text, { key: place, reason: then[place] }, "li")),
      ),
    !boxes.length &&
      !follows.length &&
      !preview.void.length &&
      h("p", { key: "none", class: "muted" }, t("console.only_recorded")),
    settlement && lines(settlement, sheet),
  );
}

/** @param {BoxEffect[]} boxes @param {string} sheet */
function table(boxes, sheet) {
  return h(
    "table",
    { key: "boxes", class: "dense" },
    tableHead([t("console.box"), t("console.player"), t("console.what_happens"), t("why.clauses")]),
    h(
      "tbody",
      null,
      boxes.map((box) =>
        h(
          "tr",
          { key: box.box, "data-effect": box.box },
          h("th", { scope: "row", translate: "no" }, box.box),
          h("td", { translate: "no" }, box.player ?? ""),
          h(
            "td",
            null,
            h(
              "ul",
              null,
              happens(box, sheet).map((words, place) => h("li", { key: place }, words)),
            ),
          ),
          h("td", null, clauseLinks(box.clauses, sheet)),
        ),
      ),
    ),
  );
}

/** @param {BoxEffect} box @param {string} sheet */
function happens(box, sheet) {
  return [
    ...(box.must_choose ? [t("console.will_choose")] : []),
    ...(box.out ? [t("console.will_out")] : []),
    ...(box.folded ? [t("console.will_fold")] : []),
    ...box.returned.map((wager) => wagerWords(t("console.goes_back"), wager, sheet)),
    ...box.placed.map((wager) => wagerWords(t("console.is_placed"), wager, sheet)),
  ];
}

/** @param {string} what @param {WagerNow} wager @param {string} sheet */
function wagerWords(what, wager, sheet) {
  return [
    betName(wager.bet, sheet),
    " ",
    h("span", { key: "amount", translate: "no" }, money(wager.amount)),
    " ",
    what,
  ];
}

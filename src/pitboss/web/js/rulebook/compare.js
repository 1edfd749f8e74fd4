/** Two sheets side by side: what they do not say alike, in words, with the clauses of each. */

import { sentence } from "../sentence.js";
import { h } from "../dom.js";
import { clauseLinks } from "../reasons.js";
import { t, said } from "../words.js";
import { marked } from "./clauses.js";

/** Points of a comparison that are names. */
const NAMES = ["operator", "house"];

/** @typedef {import("../answers").DifferenceNow} DifferenceNow */
/** @typedef {import("../answers").SheetNow} SheetNow */
/** @typedef {import("../answers").TopicNow} TopicNow */

/**
 * @param {SheetNow} first
 * @param {SheetNow} second
 * @param {DifferenceNow[]} found
 * @param {string[]} words that are looked for
 */
export function sideBySide(first, second, found, words) {
  const fits = found.filter((each) => words.every((word) => textOf(each).includes(word)));
  if (!fits.length) return h("p", { key: "none", class: "muted" }, t("rulebook.nothing_found"));
  const headings = [...new Set(fits.map((each) => each.heading))];
  return h(
    "div",
    { key: "sides", class: "sides" },
    h(
      "p",
      { key: "count", class: "muted", role: "status" },
      t("rulebook.differences", { count: fits.length }),
    ),
    headings.map((heading) =>
      h(
        "table",
        { key: heading, class: "side-table", role: "table" },
        sentence(heading, { reason: fits.find((each) => each.heading === heading)?.headed }, "caption"),
        h(
          "thead",
          { role: "rowgroup" },
          h(
            "tr",
            { role: "row" },
            h("th", { scope: "col", role: "columnheader" }, t("rulebook.point")),
            h("th", { scope: "col", role: "columnheader", translate: "no" }, name(first)),
            h("th", { scope: "col", role: "columnheader", translate: "no" }, name(second)),
          ),
        ),
        h(
          "tbody",
          { role: "rowgroup" },
          fits.filter((each) => each.heading === heading).map((each) => row(first, second, each, words)),
        ),
      ),
    ),
  );
}

/** @param {SheetNow} sheet */
function name(sheet) {
  return `${sheet.short} ${sheet.version}`;
}

/** @param {SheetNow} first @param {SheetNow} second @param {DifferenceNow} found @param {string[]} words */
function row(first, second, found, words) {
  return h(
    "tr",
    { key: found.name, role: "row" },
    told("th", { scope: "row", role: "rowheader" }, found.name, found.named, words),
    cell(first, found.first ?? null, words, NAMES.includes(found.name)),
    cell(second, found.second ?? null, words, NAMES.includes(found.name)),
  );
}

/** @param {SheetNow} sheet @param {TopicNow | null} topic @param {string[]} words @param {boolean} named whether it is a name, which no language changes */
function cell(sheet, topic, words, named) {
  return h(
    "td",
    { key: `of ${sheet.id}`, role: "cell" },
    h("span", { key: "whose", class: "side-whose", translate: "no", "aria-hidden": "true" }, sheet.short),
    topic
      ? [
          named
            ? h("span", { key: "says", translate: "no" }, marked(topic.says, words))
            : told("span", { key: "says" }, topic.says, topic.reason, words),
          " ",
          clauseLinks(topic.clauses, sheet.id),
        ]
      : h("span", { key: "silent", class: "muted" }, t("rulebook.silent")),
  );
}

/** A text in the language of the reader, with the words that were looked for marked. @param {string} tag @param {Record<string, any>} props @param {string} text @param {import("../words.js").Reason} reason @param {string[]} words */
function told(tag, props, text, reason, words) {
  const { text: shown, lang } = said(text, reason);
  return h(tag, { ...props, lang }, marked(shown, words));
}

/** What is searched: in the language of the reader, and in English. @param {DifferenceNow} found */
function textOf(found) {
  const topics = [found.first, found.second].flatMap((topic) =>
    topic ? [topic.says, said(topic.says, topic.reason).text, ...topic.clauses] : [],
  );
  const heads = [said(found.heading, found.headed).text, said(found.name, found.named).text];
  return [found.heading, found.name, ...heads, ...topics].join(" ").toLowerCase();
}

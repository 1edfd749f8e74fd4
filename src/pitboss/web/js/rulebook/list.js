/** Lists of the rulebook: the sheets, the clauses of one, what a search has found. */

import { h } from "../dom.js";
import { said, t, term, gameName } from "../words.js";
import { depthOf, KINDS, marked, pathOf, search } from "./clauses.js";

/** @typedef {import("../answers").SheetNow} SheetNow */
/** @typedef {import("../answers").ClauseNow} ClauseNow */
/** @typedef {(event: MouseEvent, sheet: SheetNow, clause: ClauseNow) => void} Pick */

/** Every sheet. @param {SheetNow[]} sheets */
export function shelf(sheets) {
  return h(
    "ul",
    { key: "shelf", class: "shelf" },
    sheets.map((sheet) =>
      h(
        "li",
        { key: sheet.id },
        h(
          "a",
          { href: pathOf(sheet.id) },
          h("b", { translate: "no" }, gameName(sheet.title)),
          h("span", { class: "muted", translate: "no" }, sheet.short),
        ),
        h("p", { class: "muted", translate: "no" }, sheet.operator),
        h(
          "p",
          null,
          t("sign.version", { version: sheet.version }),
          " · ",
          t("rulebook.clauses", { count: sheet.clauses }),
        ),
        h("p", { class: "hash muted", translate: "no", title: sheet.hash }, sheet.hash.slice(0, 16)),
      ),
    ),
  );
}

/** What the clauses of a sheet have of some words. @param {SheetNow} sheet @param {ClauseNow[]} clauses @param {string[]} words @param {Pick} pick */
export function results(sheet, clauses, words, pick) {
  const found = search(clauses, words);
  if (!found.length) return null;
  return h(
    "section",
    { key: sheet.id },
    h(
      "h2",
      null,
      h("span", { translate: "no" }, gameName(sheet.title)),
      " ",
      h("small", { translate: "no" }, found.length),
    ),
    h(
      "ol",
      { class: "clauses" },
      found.map((clause) => line(sheet, clause, words, "", pick)),
    ),
  );
}

/** How clauses are honoured, to choose from. @param {ClauseNow[]} all @param {string} kind @param {(kind: string) => void} choose */
export function filters(all, kind, choose) {
  return h(
    "div",
    { key: "kinds", class: "kinds", role: "group", "aria-label": t("rulebook.honoured") },
    ["", ...KINDS].map((name) =>
      h(
        "button",
        {
          key: name,
          type: "button",
          class: `quiet ${name ? `kind-${name}` : ""}`,
          "aria-pressed": kind === name ? "true" : "false",
          onclick: () => choose(name),
        },
        name ? term("kind", name) : t("rulebook.every"),
        " ",
        h(
          "small",
          { translate: "no" },
          name ? all.filter((clause) => clause.kind === name).length : all.length,
        ),
      ),
    ),
  );
}

/** Have the list stand where the clause is that the page was opened with. @param {Element} element */
function inSight(element) {
  requestAnimationFrame(() => {
    const list = element.closest(".clauses");
    if (!list) return;
    const down = element.getBoundingClientRect().top - list.getBoundingClientRect().top;
    list.scrollTop += down - list.clientHeight / 3;
  });
}

/** @param {SheetNow} sheet @param {ClauseNow} clause @param {string[]} words @param {string} selected @param {Pick} pick */
export function line(sheet, clause, words, selected, pick) {
  const gist = said(clause.gist);
  return h(
    "li",
    { key: clause.clause, style: { "--depth": depthOf(clause.clause) } },
    h(
      "a",
      {
        href: pathOf(sheet.id, clause.clause),
        "aria-current": clause.clause === selected && "true",
        made: clause.clause === selected ? inSight : undefined,
        onclick: (/** @type {MouseEvent} */ event) => pick(event, sheet, clause),
      },
      h("span", { class: "clause-number", translate: "no" }, clause.clause),
      h("span", { lang: gist.lang }, marked(gist.text, words)),
      h("span", { class: `kind kind-${clause.kind}` }, term("kind", clause.kind)),
    ),
  );
}

/** A sheet before one of its clauses is picked. @param {SheetNow} sheet @param {ClauseNow[]} all */
export function overview(sheet, all) {
  const proofs = new Set(all.flatMap((clause) => clause.rounds)).size;
  return h(
    "article",
    { key: "overview", class: "clause-pane" },
    h("h2", null, t("rulebook.sheet")),
    h("p", { class: "gist" }, t("rulebook.sheet_text", { clauses: all.length, files: proofs })),
    h(
      "dl",
      { class: "sheet-facts" },
      KINDS.map((name) => [
        h("dt", { key: `${name} name` }, h("span", { class: `kind kind-${name}` }, term("kind", name))),
        h("dd", { key: name, translate: "no" }, all.filter((clause) => clause.kind === name).length),
      ]),
      h("dt", { key: "hash name" }, t("replay.sheet_hash")),
      h("dd", { key: "hash", class: "hash", translate: "no" }, sheet.hash),
      h("dt", { key: "readings name" }, t("replay.readings_hash")),
      h("dd", { key: "readings", class: "hash", translate: "no" }, sheet.readings_hash),
    ),
    h("p", null, h("a", { href: `/lab?sheet=${encodeURIComponent(sheet.id)}` }, t("rulebook.to_lab"))),
  );
}

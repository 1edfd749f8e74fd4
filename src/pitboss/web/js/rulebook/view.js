/** The rulebook's page: all sheets, the clauses of one, or two sheets side by side. */

import { h } from "../dom.js";
import { valueOf } from "../page.js";
import { gameName, t } from "../words.js";
import { clausePane } from "./clause.js";
import { sideBySide } from "./compare.js";
import { filters, line, overview, results, shelf } from "./list.js";
import { search, wordsOf } from "./clauses.js";
import { sheetOf } from "./state.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").SheetNow} SheetNow */
/** @typedef {import("./actions.js").RulebookActions} RulebookActions */

/** @param {State} state @param {RulebookActions} actions */
export function view(state, actions) {
  const sheet = sheetOf(state);
  return h(
    "div",
    { key: "book", class: `book ${state.selected ? "at-clause" : ""}` },
    head(state, sheet, actions),
    state.fault && h("p", { key: "fault", class: "fault", role: "alert" }, state.fault),
    state.wanted === undefined
      ? everything(state, actions)
      : sheet && (state.other ? compared(state, sheet) : reading(state, sheet, actions)),
  );
}

/** @param {State} state @param {SheetNow | undefined} sheet @param {RulebookActions} actions */
function head(state, sheet, actions) {
  return h(
    "header",
    { key: "head", class: "book-head" },
    state.wanted !== undefined &&
      h("p", { key: "up", class: "muted" }, h("a", { href: "/rulebook" }, t("rulebook.all"))),
    h(
      "h1",
      { key: "title" },
      sheet ? h("span", { translate: "no" }, gameName(sheet.title)) : t("rulebook.title"),
    ),
    sheet
      ? h(
          "p",
          { key: "of", class: "muted" },
          h("span", { translate: "no" }, sheet.operator),
          " · ",
          t("sign.version", { version: sheet.version }),
        )
      : h("p", { key: "text", class: "muted" }, t("rulebook.text")),
    finder(state, sheet, actions),
  );
}

/** @param {State} state @param {SheetNow | undefined} sheet @param {RulebookActions} actions */
function finder(state, sheet, actions) {
  const ofSheet = sheet ? t("rulebook.search_sheet") : t("rulebook.search_all");
  const hint = state.other ? t("rulebook.search_differences") : ofSheet;
  return h(
    "search",
    { key: "finder", class: "book-finder" },
    h("input", {
      type: "search",
      "aria-label": hint,
      placeholder: hint,
      value: state.query,
      oninput: (/** @type {Event} */ event) => actions.search(valueOf(event)),
      maxlength: 100,
      autocomplete: "off",
    }),
    sheet && others(state, sheet, actions),
  );
}

/** With which sheet this one is laid side by side. @param {State} state @param {SheetNow} sheet @param {RulebookActions} actions */
function others({ sheets, other }, sheet, actions) {
  const onchange = (/** @type {Event} */ event) => actions.compare(sheet, valueOf(event));
  return h(
    "label",
    { key: "with", class: "book-with" },
    h("span", null, t("rulebook.with")),
    h(
      "select",
      { value: other ?? "", onchange },
      h("option", { key: "", value: "" }, t("rulebook.with_none")),
      sheets
        .filter((each) => each.id !== sheet.id)
        .map((each) =>
          h("option", { key: each.id, value: each.id, translate: "no" }, `${each.short} ${each.version}`),
        ),
    ),
  );
}

/** @param {State} state @param {RulebookActions} actions */
function everything({ sheets, clauses, query }, actions) {
  const words = wordsOf(query);
  if (!words.length) return shelf(sheets);
  const found = sheets.map((sheet) => results(sheet, clauses.get(sheet.id) ?? [], words, picker(actions)));
  return h("div", { key: "results", class: "results" }, found);
}

/** @param {RulebookActions} actions @returns {import("./list.js").Pick} */
function picker(actions) {
  return (event, sheet, clause) => actions.pick(event, sheet, clause);
}

/** @param {State} state @param {SheetNow} sheet @param {RulebookActions} actions */
function reading({ clauses, query, kind, selected }, sheet, actions) {
  const all = clauses.get(sheet.id);
  if (!all) return h("p", { key: "wait", class: "muted" }, t("rulebook.reading"));
  const words = wordsOf(query);
  const found = search(all, words, kind);
  const clause = all.find((each) => each.clause === selected);
  return h(
    "div",
    { key: "reading", class: "reading" },
    h(
      "section",
      { key: "list", class: "clause-list", "aria-label": t("rulebook.list") },
      filters(all, kind, (name) => actions.set({ kind: name })),
      h(
        "p",
        { key: "count", class: "muted", role: "status" },
        t("rulebook.found", { count: found.length, all: all.length }),
      ),
      h(
        "ol",
        { key: "clauses", class: "clauses" },
        found.map((each) => line(sheet, each, words, selected, picker(actions))),
      ),
    ),
    h(
      "div",
      { key: "pane", class: "pane" },
      clause
        ? clausePane(sheet, clause, all, actions.files)
        : selected
          ? h("p", { key: "missing", class: "notice" }, t("rulebook.no_clause", { clause: selected }))
          : overview(sheet, all),
    ),
  );
}

/** @param {State} state @param {SheetNow} sheet */
function compared({ sheets, other, differences, query }, sheet) {
  const second = sheets.find((each) => each.id === other);
  if (!second)
    return h("p", { key: "missing", class: "notice" }, t("rulebook.no_sheet", { sheet: other ?? "" }));
  if (!differences) return h("p", { key: "wait", class: "muted" }, t("rulebook.reading"));
  return sideBySide(sheet, second, differences, wordsOf(query));
}

/** The rulebook: every sheet, every clause in our words with what proves it, and two sheets side by side. */

import { read, Refused } from "../api.js";
import { h, render } from "../dom.js";
import { go } from "../router.js";
import { clausePane, Files } from "../rulebook/clause.js";
import { sideBySide } from "../rulebook/compare.js";
import { filters, line, overview, results, shelf } from "../rulebook/list.js";
import { pathOf, readClauses, readSheets, search, wordsOf } from "../rulebook/shelf.js";
import { t } from "../words.js";

/** @typedef {import("../answers").SheetNow} SheetNow */
/** @typedef {import("../answers").ClauseNow} ClauseNow */
/** @typedef {import("../answers").DifferenceNow} DifferenceNow */

export const css = ["rulebook.css"];

/** @param {HTMLElement} root @param {string[]} parts */
export function open(root, [wanted, number]) {
  document.title = t("rulebook.title");
  const other = new URLSearchParams(location.search).get("with");
  const files = new Files(draw);
  /** @type {SheetNow[]} */
  let sheets = [];
  /** @type {Map<string, ClauseNow[]>} */
  const clauses = new Map();
  /** @type {DifferenceNow[] | null} */
  let differences = null;
  let selected = number ?? "";
  let query = "";
  let kind = "";
  let fault = "";
  let over = false;

  function draw() {
    if (over) return;
    const sheet = sheets.find((each) => each.id === wanted);
    render(
      root,
      h(
        "div",
        { key: "book", class: `book ${selected ? "at-clause" : ""}` },
        head(sheet),
        fault && h("p", { key: "fault", class: "fault", role: "alert" }, fault),
        wanted === undefined ? everything() : sheet && (other ? compared(sheet) : reading(sheet)),
      ),
    );
  }

  /** @param {SheetNow | undefined} sheet */
  function head(sheet) {
    return h(
      "header",
      { key: "head", class: "book-head" },
      wanted !== undefined &&
        h("p", { key: "up", class: "muted" }, h("a", { href: "/rulebook" }, t("rulebook.all"))),
      h("h1", { key: "title" }, sheet ? h("span", { translate: "no" }, sheet.title) : t("rulebook.title")),
      sheet
        ? h(
            "p",
            { key: "of", class: "muted" },
            h("span", { translate: "no" }, sheet.operator),
            " · ",
            t("sign.version", { version: sheet.version }),
          )
        : h("p", { key: "text", class: "muted" }, t("rulebook.text")),
      finder(sheet),
    );
  }

  /** @param {SheetNow | undefined} sheet */
  function finder(sheet) {
    const hint = other
      ? t("rulebook.search_differences")
      : sheet
        ? t("rulebook.search_sheet")
        : t("rulebook.search_all");
    return h(
      "search",
      { key: "finder", class: "book-finder" },
      h("input", {
        type: "search",
        "aria-label": hint,
        placeholder: hint,
        value: query,
        oninput: look,
        maxlength: 100,
        autocomplete: "off",
      }),
      sheet && others(sheet),
    );
  }

  /** With which sheet this one is laid side by side. @param {SheetNow} sheet */
  function others(sheet) {
    return h(
      "label",
      { key: "with", class: "book-with" },
      h("span", null, t("rulebook.with")),
      h(
        "select",
        {
          value: other ?? "",
          onchange: (/** @type {Event} */ event) => {
            const { value } = /** @type {HTMLSelectElement} */ (event.target);
            void go(value ? `${pathOf(sheet.id)}?with=${encodeURIComponent(value)}` : pathOf(sheet.id));
          },
        },
        h("option", { key: "", value: "" }, t("rulebook.with_none")),
        sheets
          .filter((each) => each.id !== sheet.id)
          .map((each) =>
            h("option", { key: each.id, value: each.id, translate: "no" }, `${each.short} ${each.version}`),
          ),
      ),
    );
  }

  /** @param {Event} event */
  function look(event) {
    query = /** @type {HTMLInputElement} */ (event.target).value;
    draw();
    if (wanted === undefined && query) void Promise.all(sheets.map(load)).then(draw);
  }

  /** @param {string} name */
  function choose(name) {
    kind = name;
    draw();
  }

  function everything() {
    const words = wordsOf(query);
    if (!words.length) return shelf(sheets);
    const found = sheets.map((sheet) => results(sheet, clauses.get(sheet.id) ?? [], words, pick));
    return h("div", { key: "results", class: "results" }, found);
  }

  /** @param {SheetNow} sheet */
  function reading(sheet) {
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
        filters(all, kind, choose),
        h(
          "p",
          { key: "count", class: "muted", role: "status" },
          t("rulebook.found", { count: found.length, all: all.length }),
        ),
        h(
          "ol",
          { key: "clauses", class: "clauses" },
          found.map((each) => line(sheet, each, words, selected, pick)),
        ),
      ),
      h(
        "div",
        { key: "pane", class: "pane" },
        clause
          ? clausePane(sheet, clause, all, files)
          : selected
            ? h("p", { key: "missing", class: "notice" }, t("rulebook.no_clause", { clause: selected }))
            : overview(sheet, all),
      ),
    );
  }

  /** A clause of the sheet that is open is shown without opening the page anew. @param {MouseEvent} event @param {SheetNow} sheet @param {ClauseNow} clause */
  function pick(event, sheet, clause) {
    if (sheet.id !== wanted || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    selected = clause.clause;
    history.pushState(null, "", pathOf(sheet.id, clause.clause));
    draw();
    const pane = root.querySelector(".pane");
    if (pane && pane.getBoundingClientRect().top < 0) pane.scrollIntoView({ block: "start" });
  }

  /** @param {SheetNow} sheet */
  function compared(sheet) {
    const second = sheets.find((each) => each.id === other);
    if (!second)
      return h("p", { key: "missing", class: "notice" }, t("rulebook.no_sheet", { sheet: other ?? "" }));
    if (!differences) return h("p", { key: "wait", class: "muted" }, t("rulebook.reading"));
    return sideBySide(sheet, second, differences, wordsOf(query));
  }

  /** @param {SheetNow} sheet */
  async function load(sheet) {
    clauses.set(sheet.id, await readClauses(sheet));
  }

  async function start() {
    sheets = await readSheets();
    const sheet = sheets.find((each) => each.id === wanted);
    if (wanted !== undefined && !sheet) fault = t("rulebook.no_sheet", { sheet: wanted });
    draw();
    if (!sheet || over) return;
    document.title = `${sheet.title} · ${t("rulebook.title")}`;
    if (other && sheets.some((each) => each.id === other))
      differences = await read(
        `/api/sheets/${encodeURIComponent(sheet.id)}/compare/${encodeURIComponent(other)}`,
      );
    else await load(sheet);
    draw();
    root.querySelector(".clauses [aria-current]")?.scrollIntoView({ block: "center" });
    scrollTo(0, 0);
  }

  draw();
  start().catch((error) => {
    if (!(error instanceof Refused)) throw error;
    fault = error.message || t("fault.no_answer");
    draw();
  });
  return () => {
    over = true;
  };
}

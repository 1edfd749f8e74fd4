/** The rulebook: every sheet, every clause in our words with what proves it, and two sheets side by side. */

import { read, Refused } from "../api.js";
import { h, render } from "../dom.js";
import { go } from "../router.js";
import { clausePane, Files } from "../rulebook/clause.js";
import { sideBySide } from "../rulebook/compare.js";
import {
  depthOf,
  KINDS,
  marked,
  pathOf,
  readClauses,
  readSheets,
  search,
  wordsOf,
} from "../rulebook/shelf.js";
import { t, term } from "../words.js";

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
        wanted === undefined ? shelf() : sheet && (other ? compared(sheet) : reading(sheet)),
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

  function shelf() {
    const words = wordsOf(query);
    if (words.length)
      return h(
        "div",
        { key: "results", class: "results" },
        sheets.map((sheet) => results(sheet, words)),
      );
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
            h("b", { translate: "no" }, sheet.title),
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

  /** @param {SheetNow} sheet @param {string[]} words */
  function results(sheet, words) {
    const found = search(clauses.get(sheet.id) ?? [], words);
    if (!found.length) return null;
    return h(
      "section",
      { key: sheet.id },
      h(
        "h2",
        null,
        h("span", { translate: "no" }, sheet.title),
        " ",
        h("small", { translate: "no" }, found.length),
      ),
      h(
        "ol",
        { class: "clauses" },
        found.map((clause) => line(sheet, clause, words)),
      ),
    );
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
        filters(all),
        h(
          "p",
          { key: "count", class: "muted", role: "status" },
          t("rulebook.found", { count: found.length, all: all.length }),
        ),
        h(
          "ol",
          { key: "clauses", class: "clauses" },
          found.map((each) => line(sheet, each, words)),
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

  /** @param {ClauseNow[]} all */
  function filters(all) {
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
            onclick: () => {
              kind = name;
              draw();
            },
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

  /** @param {SheetNow} sheet @param {ClauseNow} clause @param {string[]} words */
  function line(sheet, clause, words) {
    return h(
      "li",
      { key: clause.clause, style: { "--depth": depthOf(clause.clause) } },
      h(
        "a",
        {
          href: pathOf(sheet.id, clause.clause),
          "aria-current": clause.clause === selected && "true",
          onclick: (/** @type {MouseEvent} */ event) => pick(event, sheet, clause),
        },
        h("span", { class: "clause-number", translate: "no" }, clause.clause),
        h("span", { class: "clause-gist", lang: "en" }, marked(clause.gist, words)),
        h("span", { class: `kind kind-${clause.kind}` }, term("kind", clause.kind)),
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

  /** @param {SheetNow} sheet @param {ClauseNow[]} all */
  function overview(sheet, all) {
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

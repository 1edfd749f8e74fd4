/** One clause: our words, how it is honoured, and the round files that would expose a mistake. */

import { readText, Refused } from "../api.js";
import { h } from "../dom.js";
import { t, term } from "../words.js";
import { pathOf } from "./clauses.js";
import { sentence } from "../sentence.js";

/** @typedef {import("../answers").ClauseNow} ClauseNow */
/** @typedef {import("../answers").SheetNow} SheetNow */

const HOW = /** @type {Record<string, () => string>} */ ({
  settles: () => t("rulebook.settles"),
  enforces: () => t("rulebook.enforces"),
  records: () => t("rulebook.records"),
  defines: () => t("rulebook.defines"),
});

/** Texts of round files, once somebody has opened them. */
export class Files {
  /** @param {() => void} changed */
  constructor(changed) {
    /** @type {Map<string, string>} */
    this.texts = new Map();
    this.changed = changed;
  }

  /** @param {string} sheet @param {string} name */
  async open(sheet, name) {
    const key = `${sheet}/${name}`;
    if (this.texts.has(key)) return;
    this.texts.set(key, "");
    try {
      this.texts.set(key, await readText(fileOf(sheet, name)));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.texts.delete(key);
    }
    this.changed();
  }

  /** @param {string} sheet @param {string} name */
  text(sheet, name) {
    return this.texts.get(`${sheet}/${name}`) ?? "";
  }
}

/**
 * @param {SheetNow} sheet
 * @param {ClauseNow} clause
 * @param {ClauseNow[]} all
 * @param {Files} files
 */
export function clausePane(sheet, clause, all, files) {
  const place = all.indexOf(clause);
  return h(
    "article",
    { key: clause.clause, class: "clause-pane", "aria-labelledby": "clause-title" },
    h(
      "header",
      null,
      h(
        "h2",
        { id: "clause-title" },
        t("rulebook.clause"),
        " ",
        h("span", { translate: "no" }, clause.clause),
      ),
      h("span", { class: `kind kind-${clause.kind}` }, term("kind", clause.kind)),
    ),
    sentence(clause.gist, { class: "gist" }, "p"),
    h("p", { class: "muted" }, HOW[clause.kind]?.()),
    clause.policy.map(passage),
    proofs(sheet, clause, files),
    h(
      "nav",
      { class: "neighbours", "aria-label": t("rulebook.neighbours") },
      neighbour(sheet, all[place - 1], "←", t("rulebook.before")),
      neighbour(sheet, all[place + 1], "→", t("rulebook.after")),
    ),
  );
}

/** What follows when the clause is reported, or a reading of it. @param {ClauseNow["policy"][number]} passage */
function passage({ title, sentences, heading, reasons }) {
  return h(
    "section",
    { key: title, class: "policy" },
    sentence(title, { reason: heading }, "h3"),
    sentences.map((each, place) => sentence(each, { key: each, reason: reasons[place] }, "p")),
  );
}

/** @param {SheetNow} sheet @param {ClauseNow | undefined} clause @param {string} arrow @param {string} name */
function neighbour(sheet, clause, arrow, name) {
  if (!clause) return h("span", { key: name });
  const kids = [h("span", { key: "number", translate: "no" }, clause.clause)];
  const side = h("span", { key: "arrow", "aria-hidden": "true" }, arrow);
  return h(
    "a",
    {
      key: name,
      href: pathOf(sheet.id, clause.clause),
      "aria-label": `${name} ${clause.clause}`,
      translate: "no",
    },
    arrow === "←" ? [side, " ", kids] : [kids, " ", side],
  );
}

/** @param {SheetNow} sheet @param {ClauseNow} clause @param {Files} files */
function proofs(sheet, clause, files) {
  if (!clause.rounds.length && !clause.tests.length)
    return h("p", { key: "none", class: "muted" }, t("rulebook.no_proof"));
  return h(
    "section",
    { key: "proofs", class: "proofs" },
    h("h3", null, t("rulebook.proved_by", { count: clause.rounds.length + clause.tests.length })),
    clause.rounds.map((name) => file(sheet, name, files)),
    clause.tests.map((name) =>
      h(
        "p",
        { key: name, class: "test-name" },
        t("rulebook.test"),
        " ",
        h("code", { translate: "no" }, name),
      ),
    ),
  );
}

/** @param {SheetNow} sheet @param {string} name @param {Files} files */
function file(sheet, name, files) {
  const text = files.text(sheet.id, name);
  return h(
    "details",
    {
      key: name,
      class: "round-file",
      "data-file": name,
      ontoggle: (/** @type {Event} */ event) => {
        if (/** @type {HTMLDetailsElement} */ (event.target).open) void files.open(sheet.id, name);
      },
    },
    h("summary", { lang: "en" }, story(name)),
    text ? whole(sheet, name, text) : h("p", { key: "wait", class: "muted" }, t("rulebook.reading")),
  );
}

/** @param {SheetNow} sheet @param {string} name @param {string} text */
function whole(sheet, name, text) {
  const lines = text.split("\n");
  const comment = lines.findIndex((line) => !line.startsWith("#"));
  const told = lines
    .slice(0, comment)
    .map((line) => line.replace(/^#\s?/, ""))
    .join(" ");
  return [
    told && sentence(told, { key: "told", class: "told" }, "p"),
    h(
      "pre",
      {
        key: "text",
        class: "round-text",
        translate: "no",
        tabindex: 0,
        "aria-label": t("rulebook.file_text"),
      },
      lines
        .slice(Math.max(0, comment))
        .join("\n")
        .trim()
        .split("\n")
        .map((line, place) => [painted(line, place), "\n"]),
    ),
    h(
      "p",
      { key: "run" },
      h(
        "a",
        { class: "button", href: `${pathOf(sheet.id)}/rounds/${encodeURIComponent(name)}` },
        t("proof.run"),
      ),
    ),
    h(
      "p",
      { key: "take" },
      h("a", { href: fileOf(sheet.id, name), download: `${name}.toml` }, t("rulebook.take_file")),
      " ",
      h("code", { class: "muted", translate: "no" }, `pitboss settle ${name}.toml`),
    ),
  ];
}

/** A line of a round file with its table names, keys and comments told apart. @param {string} line @param {number} place */
function painted(line, place) {
  if (/^\s*\[/.test(line)) return h("b", { key: place, class: "toml-table" }, line);
  if (line.startsWith("#")) return h("i", { key: place, class: "toml-comment" }, line);
  const found = /^(\s*[\w."' -]+?)(\s*=\s*)(.*)$/.exec(line);
  if (!found) return h("span", { key: place, class: /^\s*"!/.test(line) ? "toml-refused" : undefined }, line);
  return h(
    "span",
    { key: place },
    h("span", { class: "toml-key" }, found[1]),
    found[2],
    h("span", null, found[3]),
  );
}

/** What a file tells, from its name. @param {string} name */
export function story(name) {
  const [clause, ...words] = name.split("_");
  const text = words.join(" ").replaceAll("-", " ");
  return `${clause} · ${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** @param {string} sheet @param {string} name */
function fileOf(sheet, name) {
  return `/api/sheets/${encodeURIComponent(sheet)}/rounds/${encodeURIComponent(name)}`;
}

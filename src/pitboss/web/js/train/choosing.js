/** Before a set: which sheet, what kind, which clause, which set; and how training has gone so far. */

import { h } from "../dom.js";
import { clauseLinks } from "../why.js";
import { t } from "../words.js";
import { forget, scoreOf, weak } from "./record.js";

/** @typedef {import("../answers").SheetNow} SheetNow */
/** @typedef {import("../answers").ClauseToTrain} ClauseToTrain */
/** @typedef {{sheet: string, kind: string, clause: string, seed: string}} Wanted */

export const KINDS = ["", "settle", "jackpot", "report"];
const WEAK = 8;

/** The address of a set: the same for everybody who opens it. @param {Wanted} wanted */
export function addressOf({ sheet, kind, clause, seed }) {
  const query = new URLSearchParams({ sheet, ...(kind && { kind }), ...(clause && { clause }), seed });
  return `/train?${query}`;
}

/** What an address asks for, or null where it names no set. @param {string} search @returns {Wanted | null} */
export function wantedIn(search) {
  const query = new URLSearchParams(search);
  const [sheet, seed] = [query.get("sheet") ?? "", query.get("seed") ?? ""];
  if (!sheet || !/^\d{1,9}$/.test(seed)) return null;
  return { sheet, kind: query.get("kind") ?? "", clause: query.get("clause") ?? "", seed };
}

/** A set that nobody has chosen. */
export function anySeed() {
  return String(crypto.getRandomValues(new Uint32Array(1))[0] % 10_000);
}

/** @param {string} kind */
export function kindName(kind) {
  if (kind === "settle") return t("train.kind_settle");
  if (kind === "jackpot") return t("train.kind_jackpot");
  return kind === "report" ? t("train.kind_report") : t("train.kind_any");
}

/**
 * @param {SheetNow[]} sheets
 * @param {ClauseToTrain[]} clauses of the chosen sheet
 * @param {Wanted} wanted
 * @param {(change: Partial<Wanted>) => void} change
 * @param {(wanted: Wanted) => void} start
 */
export function choosing(sheets, clauses, wanted, change, start) {
  const fitting = clauses.filter((each) => !wanted.kind || each.kinds.some((kind) => kind === wanted.kind));
  return h(
    "section",
    { class: "train-start" },
    h("h1", null, t("train.title")),
    h("p", { class: "muted" }, t("train.text")),
    h(
      "form",
      {
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          start(wanted);
        },
      },
      h(
        "label",
        null,
        t("train.sheet"),
        h(
          "select",
          { name: "sheet", value: wanted.sheet, onchange: picked((sheet) => change({ sheet, clause: "" })) },
          sheets.map((sheet) =>
            h(
              "option",
              { key: sheet.id, value: sheet.id, selected: sheet.id === wanted.sheet, translate: "no" },
              `${sheet.title} (${sheet.operator})`,
            ),
          ),
        ),
      ),
      h(
        "fieldset",
        { class: "train-kinds" },
        h("legend", null, t("train.kind")),
        KINDS.map((kind) =>
          h(
            "label",
            { key: kind, class: "train-word" },
            h("input", {
              type: "radio",
              name: "kind",
              value: kind,
              checked: wanted.kind === kind,
              onchange: () => change({ kind, clause: "" }),
            }),
            h("span", null, kindName(kind)),
          ),
        ),
      ),
      h(
        "label",
        null,
        t("train.clause"),
        h(
          "select",
          { name: "clause", value: wanted.clause, onchange: picked((clause) => change({ clause })) },
          h("option", { key: "", value: "", selected: !wanted.clause }, t("train.clause_any")),
          fitting.map(({ clause, gist }) =>
            h(
              "option",
              { key: clause, value: clause, selected: clause === wanted.clause, lang: "en" },
              `${clause}  ${gist.length > 90 ? `${gist.slice(0, 88)}…` : gist}`,
            ),
          ),
        ),
      ),
      h(
        "label",
        null,
        t("train.seed"),
        h("input", {
          name: "seed",
          inputmode: "numeric",
          pattern: "\\d{1,9}",
          required: true,
          value: wanted.seed,
          "aria-describedby": "train-seed-text",
          oninput: (/** @type {Event} */ event) => {
            wanted.seed = /** @type {HTMLInputElement} */ (event.target).value;
          },
        }),
        h("small", { id: "train-seed-text" }, t("train.seed_text")),
      ),
      h("button", { key: "start", class: "main" }, t("train.start")),
    ),
    soFar(wanted, clauses, change, start),
  );
}

/** @param {(value: string) => void} then */
function picked(then) {
  return (/** @type {Event} */ event) => then(/** @type {HTMLSelectElement} */ (event.target).value);
}

/** @param {Wanted} wanted @param {ClauseToTrain[]} clauses @param {(change: Partial<Wanted>) => void} change @param {(wanted: Wanted) => void} start */
function soFar(wanted, clauses, change, start) {
  const { asked, right } = scoreOf(wanted.sheet);
  if (!asked) return null;
  return h(
    "section",
    { key: "so-far", class: "train-so-far" },
    h("h2", null, t("train.so_far")),
    h("p", null, t("train.score", { right, asked })),
    weakClauses(wanted, clauses, start),
    h(
      "p",
      { key: "forget" },
      h(
        "button",
        {
          type: "button",
          class: "link",
          onclick: () => {
            forget();
            change({});
          },
        },
        t("train.forget"),
      ),
    ),
  );
}

/** The clauses that were missed, each to be trained by itself where there are situations of it. @param {Wanted} wanted @param {ClauseToTrain[]} clauses @param {(wanted: Wanted) => void} start */
export function weakClauses(wanted, clauses, start) {
  const found = weak(wanted.sheet).slice(0, WEAK);
  if (!found.length) return null;
  return h(
    "table",
    { key: "weak", class: "train-weak" },
    h("caption", null, t("train.weak")),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "col" }, t("train.clause")),
        h("th", { scope: "col" }, t("train.weak_right")),
        h("th", { scope: "col" }, h("span", { class: "unseen" }, t("train.train_it"))),
      ),
    ),
    h(
      "tbody",
      null,
      found.map(([clause, { asked, right }]) => {
        const known = clauses.find((each) => each.clause === clause.replace(/[a-z]$/, ""));
        return h(
          "tr",
          { key: clause },
          h(
            "td",
            null,
            clauseLinks([clause], wanted.sheet),
            known && h("span", { key: "gist", lang: "en" }, known.gist),
          ),
          h("td", { translate: "no" }, `${right} / ${asked}`),
          h(
            "td",
            null,
            known &&
              h(
                "button",
                {
                  type: "button",
                  class: "quiet",
                  onclick: () => start({ ...wanted, kind: "", clause: known.clause, seed: anySeed() }),
                },
                t("train.train_it"),
              ),
          ),
        );
      }),
    ),
  );
}

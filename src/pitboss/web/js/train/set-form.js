/** Before a set: which sheet, what kind, which clause, which set; and how training has gone so far. */

import { h } from "../dom.js";
import { tableHead, valueOf } from "../page.js";
import { may, session } from "../session.js";
import { clauseLinks } from "../reasons.js";
import { said, t, gameName } from "../words.js";
import { option } from "./answer-form.js";
import { sentence } from "../sentence.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./actions.js").TrainActions} TrainActions */
/** @typedef {"easy" | "middle" | ""} Level none is the hardest */
/** @typedef {{sheet: string, kind: string, clause: string, level: Level, seed: string}} Wanted */

const KINDS = ["", "settle", "jackpot", "report"];
/** From the easiest: one box, two, three or four. @type {Level[]} */
export const LEVELS = ["easy", "middle", ""];
const WEAK = 8;

/** The address of a set: the same for everybody who opens it. @param {Wanted} wanted */
export function addressOf({ sheet, kind, clause, level, seed }) {
  const chosen = { ...(kind && { kind }), ...(clause && { clause }), ...(level && { level }) };
  const query = new URLSearchParams({ sheet, ...chosen, seed });
  return `/train?${query}`;
}

/** What an address asks for, or null where it names no set. @param {string} search @returns {Wanted | null} */
export function wantedIn(search) {
  const query = new URLSearchParams(search);
  const [sheet, seed] = [query.get("sheet") ?? "", query.get("seed") ?? ""];
  if (!sheet || !/^\d{1,9}$/.test(seed)) return null;
  const level = LEVELS.find((each) => each === query.get("level")) ?? "";
  return { sheet, kind: query.get("kind") ?? "", clause: query.get("clause") ?? "", level, seed };
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

/** @param {Level} level */
export function levelName(level) {
  if (level === "easy") return t("train.level_easy");
  return level === "middle" ? t("train.level_middle") : t("train.level_hard");
}

/** @param {State} state @param {TrainActions} actions */
export function setForm(state, actions) {
  const { wanted } = state;
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    actions.begin(wanted);
  };
  return h(
    "section",
    { class: "train-start" },
    h("h1", null, t("train.title")),
    h("p", { class: "muted" }, t("train.text")),
    h(
      "form",
      { onsubmit },
      sheetField(state, actions),
      h(
        "fieldset",
        { class: "train-kinds" },
        h("legend", null, t("train.kind")),
        KINDS.map((kind) =>
          option("radio", "kind", kind, kindName(kind), wanted.kind === kind, () =>
            actions.change({ kind, clause: "" }),
          ),
        ),
      ),
      h(
        "fieldset",
        { key: "levels", class: "train-kinds" },
        h("legend", null, t("train.level")),
        LEVELS.map((level) =>
          option("radio", "level", level, levelName(level), wanted.level === level, () =>
            actions.change({ level }),
          ),
        ),
      ),
      clauseField(state, actions),
      seedField(wanted),
      h("button", { key: "start", class: "main" }, t("train.start")),
    ),
    soFar(state, actions),
  );
}

/** @param {State} state @param {TrainActions} actions */
function sheetField({ sheets, wanted }, actions) {
  const onchange = (/** @type {Event} */ event) => actions.change({ sheet: valueOf(event), clause: "" });
  return h(
    "label",
    null,
    t("train.sheet"),
    h(
      "select",
      { name: "sheet", value: wanted.sheet, onchange },
      sheets.map((sheet) =>
        h(
          "option",
          { key: sheet.id, value: sheet.id, selected: sheet.id === wanted.sheet, translate: "no" },
          `${gameName(sheet.title)} (${sheet.operator})`,
        ),
      ),
    ),
  );
}

/** @param {State} state @param {TrainActions} actions */
function clauseField({ clauses, wanted }, actions) {
  const fitting = clauses.filter((each) => !wanted.kind || each.kinds.some((kind) => kind === wanted.kind));
  const onchange = (/** @type {Event} */ event) => actions.change({ clause: valueOf(event) });
  return h(
    "label",
    null,
    t("train.clause"),
    h(
      "select",
      { name: "clause", value: wanted.clause, onchange },
      h("option", { key: "", value: "", selected: !wanted.clause }, t("train.clause_any")),
      fitting.map(({ clause, gist }) => {
        const { text, lang } = said(gist);
        return h(
          "option",
          { key: clause, value: clause, selected: clause === wanted.clause, lang },
          `${clause}  ${text.length > 90 ? `${text.slice(0, 88)}…` : text}`,
        );
      }),
    ),
  );
}

/** @param {Wanted} wanted */
function seedField(wanted) {
  return h(
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
      oninput: (/** @type {Event} */ event) => (wanted.seed = valueOf(event)),
    }),
    h("small", { id: "train-seed-text" }, t("train.seed_text")),
  );
}

/** Where one's own results are. */
function ownResults() {
  return `/train/results/${encodeURIComponent(session()?.name ?? "")}`;
}

/** How training has gone so far. @param {State} state @param {TrainActions} actions */
function soFar(state, actions) {
  const parts = state.progress?.parts.filter(({ sheet }) => sheet === state.wanted.sheet) ?? [];
  const asked = parts.reduce((sum, { score }) => sum + score.answers, 0);
  const right = parts.reduce((sum, { score }) => sum + score.whole, 0);
  return h(
    "section",
    { key: "so-far", class: "train-so-far" },
    h("h2", null, t("train.so_far")),
    asked > 0 && h("p", { key: "score" }, t("train.score", { right, asked })),
    weakClauses(state, actions),
    h("p", { key: "kept", class: "muted" }, t("train.kept")),
    h(
      "p",
      { key: "results", class: "train-acts" },
      h("a", { class: "button quiet", href: ownResults() }, t("train.own_results")),
      may("read_training") &&
        h("a", { key: "all", class: "button quiet", href: "/train/results" }, t("train.all_results")),
    ),
  );
}

/** The clauses that were missed, each to be trained by itself where there are situations of it. @param {State} state @param {TrainActions} actions */
export function weakClauses({ wanted, clauses, progress }, actions) {
  const found = (progress?.missed ?? []).filter(({ sheet }) => sheet === wanted.sheet).slice(0, WEAK);
  if (!found.length) return null;
  return h(
    "table",
    { key: "weak", class: "train-weak" },
    h("caption", null, t("train.weak")),
    tableHead([
      t("train.clause"),
      t("train.weak_right"),
      h("span", { class: "unseen" }, t("train.train_it")),
    ]),
    h(
      "tbody",
      null,
      found.map(({ clause, right, points }) => {
        const known = clauses.find((each) => each.clause === clause.replace(/[a-z]$/, ""));
        const onclick = () =>
          actions.begin({ ...wanted, kind: "", clause: known?.clause ?? "", seed: anySeed() });
        return h(
          "tr",
          { key: clause },
          h("td", null, clauseLinks([clause], wanted.sheet), known && sentence(known.gist, { key: "gist" })),
          h("td", { translate: "no" }, `${right} / ${points}`),
          h(
            "td",
            null,
            known && h("button", { type: "button", class: "quiet", onclick }, t("train.train_it")),
          ),
        );
      }),
    ),
  );
}

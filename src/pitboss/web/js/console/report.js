/** Irregularities: what can have gone wrong now, what it needs to be told, what would follow, and who confirms it. */

import { read, send } from "../api.js";
import { h } from "../dom.js";
import { clauseLinks } from "../why.js";
import { t, term } from "../words.js";
import { Out, parse } from "./cards.js";
import { faultOf } from "./desk.js";
import { effects } from "./effects.js";
import { field, form, number, options, refusal, said, signature, signed, text } from "./fields.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./desk.js").Panel} Panel */
/** @typedef {import("./desk.js").Fault} Fault */
/** @typedef {import("../answers").IrregularityNow} IrregularityNow */
/** @typedef {import("../answers").NeedNow} NeedNow */
/** @typedef {import("../answers").PreviewNow} PreviewNow */

const PAUSE = 150;

/** @param {Desk} desk @returns {Panel} */
export function reporting(desk) {
  /** @type {IrregularityNow[]} */
  let found = [];
  let chosen = "";
  /** @type {FormData | null} */
  let given = null;
  /** @type {PreviewNow | null} */
  let preview = null;
  /** @type {Fault | null} */
  let fault = null;
  let turn = 0;

  async function refresh() {
    const now = await read(`${desk.path}/irregularities`).catch((error) => (faultOf(error), []));
    found = now;
    if (chosen) ask();
    desk.changed();
  }

  /** @param {string} key */
  function choose(key) {
    chosen = key;
    given = null;
    ask();
  }

  /** What would follow from what was told so far; asked after a short rest, and old answers are dropped. */
  function ask() {
    const mine = ++turn;
    const item = found.find((each) => keyOf(each) === chosen);
    [preview, fault] = [null, null];
    desk.changed();
    if (!item || missing(item, given).length) return;
    setTimeout(async () => {
      if (mine !== turn) return;
      try {
        const now = await send(`${desk.path}/preview`, { act: actOf(item, given) });
        if (mine === turn) preview = now;
      } catch (error) {
        if (mine === turn) fault = faultOf(error);
      }
      desk.changed();
    }, PAUSE);
  }

  /** @param {IrregularityNow} item @param {FormData} all */
  async function confirm(item, all) {
    given = all;
    const lacks = missing(item, all);
    if (lacks.length) {
      desk.fault = {
        message: t("console.lacks", { what: lacks.map((need) => term("need", need.name)).join(", ") }),
        clauses: [],
        own: true,
      };
      desk.changed();
      return false;
    }
    const done = await desk.act(
      actOf(item, all),
      t("console.did_report", { clause: item.clause }),
      signed(all),
    );
    if (done && said(all, "reconstructed") === "yes") new Out(desk).write([]);
    if (done) choose("");
    return done;
  }

  /** @param {IrregularityNow} item */
  const open = (item) =>
    form(
      `report ${keyOf(item)}`,
      (all) => confirm(item, all),
      [
        h("p", { key: "follows", class: "follows", lang: "en" }, item.follows),
        item.needs.map(need),
        fault && h("p", { key: "refused", class: "fault" }, refusal(fault, desk.sheet)),
        preview && effects(preview, desk.sheet),
        h(
          "p",
          { key: "role", class: "form-note" },
          t("console.decided_by", { role: term("role", item.role) }),
        ),
        !item.may && signature(t("console.confirms", { role: term("role", item.role) })),
        h(
          "div",
          { key: "go", class: "form-go" },
          h(
            "button",
            {
              class: preview?.void.length ? "danger" : "",
              "data-do": "report",
              disabled: desk.busy || !preview,
            },
            preview?.void.length ? t("console.report_void") : t("console.report"),
          ),
          h("button", { type: "button", class: "quiet", onclick: () => choose("") }, t("session.cancel")),
        ),
      ],
      {
        oninput: (/** @type {Event} */ event) => {
          if (/^sign_/.test(/** @type {HTMLInputElement} */ (event.target).name)) return;
          const element = /** @type {HTMLFormElement} */ (event.currentTarget);
          given = new FormData(element);
          ask();
        },
      },
    );

  /** @param {IrregularityNow} item */
  const line = (item) =>
    h(
      "li",
      { key: keyOf(item), class: keyOf(item) === chosen ? "open" : "" },
      h(
        "button",
        {
          type: "button",
          class: "irregularity",
          "data-clause": item.clause,
          "aria-expanded": keyOf(item) === chosen ? "true" : "false",
          onclick: () => choose(keyOf(item) === chosen ? "" : keyOf(item)),
        },
        h("span", { lang: "en" }, item.gist),
        h("span", { class: "clause", translate: "no" }, item.clause),
      ),
      keyOf(item) === chosen && open(item),
    );

  /** @param {IrregularityNow} item */
  const quiet = (item) =>
    h(
      "li",
      { key: keyOf(item), class: "not-now" },
      h("span", { lang: "en" }, item.gist),
      " ",
      clauseLinks([item.clause], desk.sheet),
      item.why_not && h("small", { lang: "en" }, item.why_not.message),
    );

  return {
    refresh,
    draw: () => {
      const now = found.filter((item) => item.applies);
      const not = found.filter((item) => !item.applies);
      return [
        h("h2", { key: "title" }, t("console.irregularities")),
        h("p", { key: "text", class: "muted" }, t("console.irregularities_text")),
        now.length
          ? h("ul", { key: "now", class: "irregularities" }, now.map(line))
          : h("p", { key: "none" }, t("console.none_now")),
        not.length > 0 &&
          h(
            "details",
            { key: "not", class: "others" },
            h("summary", null, t("console.not_now", { count: not.length })),
            h("ul", { class: "irregularities" }, not.map(quiet)),
          ),
      ];
    },
  };
}

/** @param {IrregularityNow} item */
function keyOf(item) {
  return `${item.act} ${item.clause}`;
}

/** A field for what a report is told. @param {NeedNow} need */
function need(need) {
  const label = need.required
    ? term("need", need.name)
    : t("console.optional", { what: term("need", need.name) });
  switch (need.kind) {
    case "boxes":
      return h(
        "fieldset",
        { key: need.name, class: "boxes" },
        h("legend", null, label),
        need.choices.map((box) =>
          h(
            "label",
            { key: box, class: "tick" },
            h("input", { type: "checkbox", name: need.name, value: box }),
            h("span", null, t("why.box", { box })),
          ),
        ),
      );
    case "yes_no":
      return h(
        "fieldset",
        { key: need.name, class: "boxes" },
        h("legend", null, label),
        ["yes", "no"].map((answer) =>
          h(
            "label",
            { key: answer, class: "tick" },
            h("input", { type: "radio", name: need.name, value: answer }),
            h("span", null, answer === "yes" ? t("console.yes") : t("console.no")),
          ),
        ),
      );
    case "choice":
      return field(
        label,
        options(need.name, [
          ["", ""],
          ...need.choices.map(
            (way) => /** @type {[string, string]} */ ([String(way), term("action", String(way))]),
          ),
        ]),
      );
    case "number":
      return number(need.name, label, { max: 104 });
    default:
      return text(need.name, label, { required: false });
  }
}

/** What a report still has to be told. @param {IrregularityNow} item @param {FormData | null} given */
function missing(item, given) {
  return item.needs.filter((need) => need.required && !(given && said(given, need.name)));
}

/** @param {IrregularityNow} item @param {FormData | null} given */
function actOf(item, given) {
  if (item.act === "interrupt") return { act: "interrupt" };
  /** @type {Record<string, unknown>} */
  const act = { act: "report", clause: item.clause };
  for (const { name, kind } of item.needs) {
    const value = given ? said(given, name) : "";
    if (!value) continue;
    if (kind === "boxes") act[name] = (given?.getAll(name) ?? []).map(Number);
    else if (kind === "yes_no") act[name] = value === "yes";
    else if (kind === "cards") act[name] = parse(value).cards;
    else act[name] = kind === "number" ? Number(value) : value;
  }
  return act;
}

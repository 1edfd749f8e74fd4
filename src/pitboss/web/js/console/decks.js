/** The real decks of a table: open, count, use, take out, retain, release, destroy; and disputes. */

import { read } from "../api.js";
import { h } from "../dom.js";
import { may } from "../session.js";
import { t, term } from "../words.js";
import { faultOf } from "./desk.js";
import { beginning, form, number, part, pick, said, signature, signed, text, tick } from "./fields.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./desk.js").Panel} Panel */
/** @typedef {import("../answers").CardsNow} CardsNow */
/** @typedef {import("../answers").SetNow} SetNow */

const CAUSES = /** @type {const} */ (["major_win", "dispute", "irregularity"]);
const FULL_DECK = 52;
/** What may be done with a set, by its state. @type {Record<string, string[]>} */
const ACTS = {
  opened: ["count", "retain", "destroy"],
  counted: ["use", "count", "retain", "destroy"],
  in_use: ["take_out", "count", "retain"],
  retained: ["release"],
};
const OF_TWO = ["open", "count", "release", "destroy"];

/** @param {Desk} desk @returns {Panel} */
export function decks(desk) {
  /** @type {CardsNow | null} */
  let now = null;
  let chosen = "";

  async function refresh() {
    now = await read(`${desk.path}/cards`).catch((error) => {
      desk.fault = faultOf(error);
      return null;
    });
    desk.changed();
  }

  /** @param {Record<string, unknown>} act @param {FormData} given */
  async function send(act, given) {
    const confirm = signed(given);
    const words = t("console.did_set", { act: term("set", String(act.act)), name: String(act.set) });
    const done = await desk.tell("cards", { act, ...(confirm && { confirm }) }, words);
    if (done) chosen = "";
    await refresh();
    return done;
  }

  /** @param {SetNow} set @param {string} name */
  const actForm = (set, name) =>
    form(`${set.set} ${name}`, (given) => send({ act: name, set: set.set, ...told(name, given) }, given), [
      fields(name, desk.table?.round?.number ?? 1),
      OF_TWO.includes(name) && signature(t("console.witness")),
      h(
        "button",
        { key: "go", class: name === "destroy" ? "danger" : "", "data-do": name, disabled: desk.busy },
        term("set", name),
      ),
    ]);

  /** @param {SetNow} set */
  const row = (set) => {
    const acts = (ACTS[set.status] ?? []).filter(
      (name) => may("keep_card_sets") || ["count", "use", "take_out"].includes(name),
    );
    const open = acts.find((name) => chosen === `${set.set} ${name}`);
    return [
      h(
        "tr",
        { key: set.set },
        h("th", { scope: "row", translate: "no" }, set.set),
        h("td", { translate: "no" }, set.backs),
        h("td", null, term("status", set.status), matters(set)),
        h(
          "td",
          { class: "row-acts" },
          acts.map((name) =>
            h(
              "button",
              {
                key: name,
                type: "button",
                class: "quiet small",
                "data-act": name,
                "aria-expanded": open === name ? "true" : "false",
                onclick: () => {
                  chosen = open === name ? "" : `${set.set} ${name}`;
                  desk.changed();
                },
              },
              term("set", name),
            ),
          ),
        ),
      ),
      open && h("tr", { key: `${set.set} form` }, h("td", { colspan: 4 }, actForm(set, open))),
    ];
  };

  return {
    refresh,
    draw: () => [
      h("h2", { key: "title" }, t("console.decks")),
      h(
        "p",
        { key: "text", class: "muted" },
        now?.required ? t("console.sets_required") : t("console.sets_free"),
      ),
      now &&
        now.sets.length > 0 &&
        h(
          "table",
          { key: "sets", class: "dense" },
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              h("th", { scope: "col" }, t("console.set")),
              h("th", { scope: "col" }, t("console.backs")),
              h("th", { scope: "col" }, t("console.state")),
              h("th", { scope: "col" }, t("console.what")),
            ),
          ),
          h("tbody", null, now.sets.map(row)),
        ),
      part(
        t("console.open_set"),
        form(
          "open",
          (given) => send({ act: "open", set: said(given, "set"), backs: said(given, "backs") }, given),
          [
            text("set", t("console.set"), { maxlength: 40, pattern: "[A-Za-z0-9][A-Za-z0-9_.\\-]*" }),
            text("backs", t("console.backs"), { maxlength: 60 }),
            signature(t("console.witness")),
            h("button", { key: "go", "data-do": "open_set", disabled: desk.busy }, t("console.open_set")),
          ],
        ),
      ),
      part(
        t("console.dispute"),
        h("p", { key: "text", class: "muted" }, t("console.dispute_text")),
        form(
          "dispute",
          (given) =>
            desk.tell(
              "disputes",
              { round: Number(said(given, "round")), reason: said(given, "reason") },
              t("console.did_dispute"),
            ),
          [
            number("round", t("console.round"), {
              min: 1,
              required: true,
              made: beginning(desk.table?.round?.number ?? 1),
            }),
            text("reason", t("console.reason")),
            h(
              "button",
              { key: "go", class: "quiet", "data-do": "dispute", disabled: desk.busy },
              t("console.dispute"),
            ),
          ],
        ),
      ),
    ],
  };
}

/** @param {string} name @param {number} round */
function fields(name, round) {
  const causes = pick(
    "cause",
    t("console.cause"),
    CAUSES.map((cause) => [cause, term("cause", cause)]),
  );
  switch (name) {
    case "count":
      return [
        number("count", t("console.counted"), { max: 104, required: true, made: beginning(FULL_DECK) }),
        number("foreign", t("console.foreign"), { max: 104 }),
        number("damaged", t("console.damaged"), { max: 104 }),
      ];
    case "use":
      return tick("shuffled", t("console.shuffled"));
    case "retain":
      return [
        causes,
        number("round", t("console.round"), { min: 1, required: true, made: beginning(round) }),
      ];
    case "release":
      return [causes, number("round", t("console.round"), { min: 1 }), text("reason", t("console.reason"))];
    default:
      return null;
  }
}

/** @param {string} name @param {FormData} given */
function told(name, given) {
  const round = said(given, "round") ? { round: Number(said(given, "round")) } : {};
  switch (name) {
    case "count":
      return {
        count: Number(said(given, "count")),
        foreign: Number(said(given, "foreign") || 0),
        damaged: Number(said(given, "damaged") || 0),
      };
    case "use":
      return { shuffled: given.has("shuffled") };
    case "retain":
      return { cause: said(given, "cause"), ...round };
    case "release":
      return { cause: said(given, "cause"), reason: said(given, "reason"), ...round };
    default:
      return {};
  }
}

/** Why a set is, or must be, under seal. @param {SetNow} set */
function matters(set) {
  return [
    ...(set.retained_for ?? []).map((matter) => ({ ...matter, due: false })),
    ...(set.to_retain_for ?? []).map((matter) => ({ ...matter, due: true })),
  ].map((matter) =>
    h(
      "small",
      { key: `${matter.cause} ${matter.round}`, class: matter.due ? "loss" : "" },
      matter.due ? t("console.to_retain") : "",
      " ",
      term("cause", matter.cause),
      " ",
      h("span", { translate: "no" }, matter.round),
    ),
  );
}

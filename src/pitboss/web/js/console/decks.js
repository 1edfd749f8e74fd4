/** The real decks of a table: open, count, use, take out, retain, release, destroy; and disputes. */

import { h } from "../dom.js";
import { tableHead, entered } from "../page.js";
import { may } from "../session.js";
import { t, term } from "../words.js";
import { Panel } from "./desk.js";
import { beginning, form, number, part, pick, signature, signed, submit, text, tick } from "./fields.js";

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

export class Decks extends Panel {
  /** @type {CardsNow | null} */
  now = null;
  /** The set and the act whose form is open. */
  chosen = "";

  async refresh() {
    this.now = await this.read(`${this.desk.path}/cards`);
    this.desk.changed();
  }

  draw() {
    const { now } = this;
    const required = now?.required ? t("console.sets_required") : t("console.sets_free");
    return [
      h("h2", { key: "title" }, t("console.decks")),
      h("p", { key: "text", class: "muted" }, required),
      now &&
        now.sets.length > 0 &&
        h(
          "table",
          { key: "sets", class: "dense" },
          tableHead([t("console.set"), t("console.backs"), t("console.state"), t("console.what")]),
          h(
            "tbody",
            null,
            now.sets.map((set) => this.row(set)),
          ),
        ),
      this.opening(),
      this.dispute(),
    ];
  }

  /** @param {Record<string, unknown>} act @param {FormData} given */
  async send(act, given) {
    const confirm = signed(given);
    const words = t("console.did_set", { act: term("set", String(act.act)), name: String(act.set) });
    const done = await this.desk.tell("cards", { act, ...(confirm && { confirm }) }, words);
    if (done) this.chosen = "";
    await this.refresh();
    return done;
  }

  /** @param {SetNow} set */
  row(set) {
    const acts = (ACTS[set.status] ?? []).filter(
      (name) => may("keep_card_sets") || ["count", "use", "take_out"].includes(name),
    );
    const open = acts.find((name) => this.chosen === `${set.set} ${name}`);
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
          acts.map((name) => this.choice(set, name, open === name)),
        ),
      ),
      open && h("tr", { key: `${set.set} form` }, h("td", { colspan: 4 }, this.act(set, open))),
    ];
  }

  /** @param {SetNow} set @param {string} name @param {boolean} open */
  choice(set, name, open) {
    const onclick = () => {
      this.chosen = open ? "" : `${set.set} ${name}`;
      this.desk.changed();
    };
    return h(
      "button",
      {
        key: name,
        type: "button",
        class: "quiet small",
        "data-act": name,
        "aria-expanded": open ? "true" : "false",
        onclick,
      },
      term("set", name),
    );
  }

  /** The form of an act. @param {SetNow} set @param {string} name */
  act(set, name) {
    const { desk } = this;
    const send = (/** @type {FormData} */ given) =>
      this.send({ act: name, set: set.set, ...told(name, given) }, given);
    return form(this.desk, `${set.set} ${name}`, send, [
      fields(name, desk.table?.round?.number ?? 1),
      OF_TWO.includes(name) && signature(t("console.witness")),
      submit(desk, name, term("set", name), name === "destroy" ? "danger" : ""),
    ]);
  }

  /** A new set. */
  opening() {
    return part(
      t("console.open_set"),
      form(
        this.desk,
        "open",
        (given) =>
          this.send({ act: "open", set: entered(given, "set"), backs: entered(given, "backs") }, given),
        [
          text("set", t("console.set"), { maxlength: 40, pattern: "[A-Za-z0-9][A-Za-z0-9_.\\-]*" }),
          text("backs", t("console.backs"), { maxlength: 60 }),
          signature(t("console.witness")),
          submit(this.desk, "open_set", t("console.open_set")),
        ],
      ),
    );
  }

  dispute() {
    const { desk } = this;
    const send = (/** @type {FormData} */ given) =>
      desk.tell(
        "disputes",
        { round: Number(entered(given, "round")), reason: entered(given, "reason") },
        t("console.did_dispute"),
      );
    const made = beginning(desk.table?.round?.number ?? 1);
    return part(
      t("console.dispute"),
      h("p", { key: "text", class: "muted" }, t("console.dispute_text")),
      form(this.desk, "dispute", send, [
        number("round", t("console.round"), { min: 1, required: true, made }),
        text("reason", t("console.reason")),
        submit(desk, "dispute", t("console.dispute"), "quiet"),
      ]),
    );
  }
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
  const round = entered(given, "round") ? { round: Number(entered(given, "round")) } : {};
  switch (name) {
    case "count":
      return {
        count: Number(entered(given, "count")),
        foreign: Number(entered(given, "foreign") || 0),
        damaged: Number(entered(given, "damaged") || 0),
      };
    case "use":
      return { shuffled: given.has("shuffled") };
    case "retain":
      return { cause: entered(given, "cause"), ...round };
    case "release":
      return { cause: entered(given, "cause"), reason: entered(given, "reason"), ...round };
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

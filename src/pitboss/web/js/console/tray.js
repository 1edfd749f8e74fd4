/** The money of a table: slips that two people sign, chips that players buy and cash. */

import { h } from "../dom.js";
import { cents, money } from "../money.js";
import { valueOf, entered } from "../page.js";
import { may } from "../session.js";
import { t, term } from "../words.js";
import { Panel } from "./desk.js";
import {
  Above,
  amount,
  form,
  number,
  part,
  pick,
  signature,
  signed,
  signedToo,
  submit,
  text,
} from "./fields.js";
import { players, session } from "./tray-tables.js";

/** @typedef {import("../answers").MoneyNow} MoneyNow */

const KINDS = /** @type {const} */ (["opener", "fill", "credit", "drop", "closer"]);
const NOTES = ["1000.00", "100.00", "50.00", "10.00", "5.00", "2.00"];

export class Tray extends Panel {
  /** @type {MoneyNow | null} */
  now = null;
  /** Of the slip that is made out. */
  kind = "";
  sum = 0n;
  /** What the pieces of each value come to. @type {Map<string, bigint>} */
  comes = new Map();
  above = new Above();

  async refresh() {
    const now = (this.now = /** @type {MoneyNow | null} */ (await this.read(`${this.desk.path}/money`)));
    this.kind ||= now?.counts_tray && (!now.session || now.session.closed) ? "opener" : "fill";
    this.desk.changed();
  }

  draw() {
    const { now } = this;
    return [
      h("h2", { key: "title" }, t("console.money")),
      now?.session && session(now.session),
      now &&
        !now.session &&
        h(
          "p",
          { key: "none", class: "muted" },
          now.counts_tray ? t("console.no_opener") : t("console.not_counted"),
        ),
      now?.counts_tray && may("table_money") && this.slipForm(),
      may("bankroll") && this.chipsForm(),
    ];
  }

  /** What is counted, the largest first. */
  get pieces() {
    if (this.kind === "drop") return NOTES;
    return [...(this.desk.table?.denominations ?? [])].sort((a, b) => Number(cents(b) - cents(a)));
  }

  /** @param {FormData} given */
  counted(given) {
    return this.pieces.flatMap((each) => {
      const found = Number(entered(given, `each ${each}`) || 0);
      return found ? [{ each, number: found }] : [];
    });
  }

  /** @param {string} kind */
  choose(kind) {
    Object.assign(this, { kind, sum: 0n, comes: new Map() });
    this.desk.changed();
  }

  /** @param {Event} event */
  count(event) {
    const given = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    this.comes = new Map(
      this.counted(given).map(({ each, number: found }) => [each, cents(each) * BigInt(found)]),
    );
    this.sum = [...this.comes.values()].reduce((all, each) => all + each, 0n);
    this.desk.changed();
  }

  /** @param {FormData} given */
  async slip(given) {
    const { kind } = this;
    const replaces = entered(given, "replaces");
    const body = {
      kind,
      count: this.counted(given),
      reason: entered(given, "reason"),
      second: signed(given),
      ...(replaces && { replaces: Number(replaces) }),
    };
    const words = t("console.did_slip", { kind: term("slip", kind), amount: money(this.sum) });
    const done = await this.desk.tell("money", body, words);
    if (done) Object.assign(this, { kind: "", sum: 0n, comes: new Map() });
    await this.refresh();
    return done;
  }

  /** @param {FormData} given */
  async chips(given) {
    const [player, size, act] = [entered(given, "player"), entered(given, "amount"), entered(given, "act")];
    const second = signedToo(given);
    const done = await this.desk.tell(
      "chips",
      { act, amount: size, player, ...(second && { second }) },
      t("console.did_chips", { name: player, amount: money(size) }),
    );
    this.above.told("chips", done, this.desk.fault);
    await this.refresh();
    return done;
  }

  slipForm() {
    const { kind } = this;
    return part(
      t("console.slip"),
      form(
        this.desk,
        `slip ${kind}`,
        (given) => this.slip(given),
        [
          pick(
            "kind",
            t("console.slip_kind"),
            KINDS.map((each) => [each, term("slip", each)]),
            {
              value: kind,
              made: (/** @type {HTMLSelectElement} */ element) =>
                queueMicrotask(() => (element.value = this.kind)),
              onchange: (/** @type {Event} */ event) => this.choose(valueOf(event)),
            },
          ),
          this.pieceFields(),
          h(
            "p",
            { key: "sum", class: "will", role: "status" },
            t("console.sum"),
            " ",
            h("strong", { translate: "no" }, money(this.sum)),
          ),
          text("reason", t("console.reason")),
          number("replaces", t("console.replaces"), { min: 1 }),
          signature(t("console.second_counts")),
          submit(this.desk, "slip", t("console.make_slip")),
        ],
        { oninput: (/** @type {Event} */ event) => this.count(event) },
      ),
    );
  }

  /** So many pieces of each, and what they come to in dollars. */
  pieceFields() {
    const notes = this.kind === "drop";
    return h(
      "fieldset",
      { key: `pieces ${notes}`, class: "pieces" },
      h("legend", null, t(notes ? "console.notes" : "console.pieces")),
      this.pieces.map((each) =>
        h(
          "label",
          { key: each, class: "field piece" },
          h("span", { key: "value", translate: "no" }, `${money(each)} ×`),
          h("input", {
            name: `each ${each}`,
            type: "number",
            min: 0,
            step: 1,
            inputmode: "numeric",
            "aria-label": t("console.pieces_of", { value: money(each) }),
          }),
          h(
            "span",
            { key: "comes", class: "comes", translate: "no" },
            `= ${money(this.comes.get(each) ?? 0n)}`,
          ),
        ),
      ),
    );
  }

  chipsForm() {
    const { now } = this;
    return part(
      t("console.chips"),
      form(this.desk, "chips", (given) => this.chips(given), [
        pick("act", t("console.what"), [
          ["buy_in", t("console.buy_in")],
          ["cash_out", t("console.cash_out")],
        ]),
        text("player", t("console.player"), { maxlength: 40 }),
        amount("amount", t("console.amount")),
        this.above.fields("chips"),
        submit(this.desk, "chips", t("console.record")),
      ]),
      now && now.players.length > 0 && players(now),
    );
  }
}

/** What the Dealer is about to pay, line by line, before chips move. */

import { sentence } from "../sentence.js";
import { send } from "../api.js";
import { h } from "../dom.js";
import { gain, money } from "../money.js";
import { read, tone, why } from "../reasons.js";
import { handName, t } from "../words.js";
import { faultOf } from "./desk.js";
import { refusal } from "./fields.js";
import { fromTray, paidBySlip, payouts } from "./payout.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./desk.js").Fault} Fault */
/** @typedef {import("../answers").PreviewNow} PreviewNow */
/** @typedef {import("../answers").SettlementNow} SettlementNow */
/** @typedef {import("../answers").SlipPaidNow} SlipPaidNow */
/** @typedef {import("../answers").PendingNow} PendingNow */

/** The check of a settlement, asked for anew whenever the table has changed. */
export class SettlementPreview {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.asked = "";
    /** @type {PreviewNow | null} */
    this.preview = null;
    /** @type {Fault | null} */
    this.fault = null;
    /** @type {Promise<void>} */
    this.looking = Promise.resolve();
  }

  /** Ask what would be paid as things stand; what was told before stays in sight. @param {boolean} [again] */
  look(again = false) {
    const may = this.desk.may("settle");
    const question = `${this.desk.legal?.version} ${may}`;
    if (again || question !== this.asked) {
      this.asked = question;
      this.looking = this.#ask(question, may);
    }
    return this.looking;
  }

  /** @param {string} question @param {boolean} may */
  async #ask(question, may) {
    /** @type {PreviewNow | null} */
    let preview = null;
    /** @type {Fault | null} */
    let fault = null;
    if (may)
      try {
        preview = await send(`${this.desk.path}/preview`, { act: { act: "settle" } });
      } catch (error) {
        fault = faultOf(error);
      }
    if (question !== this.asked) return;
    this.preview = preview;
    this.fault = fault;
    this.desk.changed();
  }

  /** What is paid, as it is shown; that the sign moves on meanwhile changes nothing of it. */
  get told() {
    const { settlement, claims, by_slip } = this.preview ?? {};
    return JSON.stringify([settlement?.outcome, settlement?.lines, settlement?.players, claims, by_slip]);
  }

  /** Whether what is shown is what would be paid. */
  get ready() {
    return this.preview !== null && this.preview.version === this.desk.legal?.version;
  }

  /** @param {() => void} go @param {() => void} claims open the jackpot's panel */
  draw(go, claims) {
    const { desk, preview, fault } = this;
    const pending = (desk.table?.pending.length ?? 0) > 0 && !desk.may("settle");
    return h(
      "section",
      { key: "paying", class: "paying", "aria-labelledby": "paying-title" },
      h("h3", { key: "title", id: "paying-title" }, t("console.paying")),
      fault && h("p", { key: "fault", class: "next-why" }, refusal(fault, desk.sheet)),
      pending && wins(desk, desk.sign?.pending.filter((win) => win.table === desk.id) ?? []),
      pending && h("button", { key: "claims", type: "button", onclick: claims }, t("console.to_claims")),
      preview &&
        preview.claims.length > 0 && [
          h("p", { key: "wins", class: "gold" }, t("console.wins_first")),
          wins(desk, preview.wins),
        ],
      preview?.settlement &&
        lines(preview.settlement, desk.sheet, preview.by_slip, desk.table?.denominations),
      preview && read(preview.readings, desk.sheet),
      preview &&
        h(
          "p",
          { key: "go", class: "next-go" },
          h(
            "button",
            { type: "button", "data-do": "settle", disabled: desk.busy || !this.ready, onclick: go },
            preview.claims.length ? t("console.enter_win") : t("console.settle"),
          ),
          h("kbd", { translate: "no" }, "Enter"),
        ),
    );
  }
}

/** Wins that are paid first: where, whose, with which hand and how much. @param {Desk} desk @param {readonly PendingNow[]} found */
function wins(desk, found) {
  return found.map(({ box, hand, amount }) =>
    h(
      "p",
      { key: `win ${box}`, class: "win-at gold" },
      t("why.box", { box }),
      " · ",
      h("span", { key: "who", translate: "no" }, desk.holder(box) ?? ""),
      " · ",
      handName(hand) ?? sentence(hand, { key: "hand" }),
      " · ",
      h("strong", { key: "sum", translate: "no" }, money(amount)),
    ),
  );
}

/**
 * Every line with its reason, what each player gets, and what the tray pays and takes: not what slips have paid.
 *
 * @param {SettlementNow} settlement
 * @param {string} sheet
 * @param {readonly SlipPaidNow[]} [slips]
 * @param {readonly string[]} [denominations] of the chips that are paid, to be told by colour
 */
export function lines(settlement, sheet, slips = [], denominations = []) {
  const boxes = [...new Set(settlement.lines.map((line) => line.box))];
  const moved = settlement.lines.map((line) => fromTray(line, slips));
  const pays = moved.reduce((sum, net) => (net > 0n ? sum + net : sum), 0n);
  const takes = moved.reduce((sum, net) => (net < 0n ? sum - net : sum), 0n);
  return [
    settlement.outcome === "void" && h("p", { key: "void", class: "held" }, t("table.void")),
    boxes.map((box) =>
      h(
        "div",
        { key: `lines ${box}`, class: "pay-box" },
        settlement.lines.filter((line) => line.box === box).map((line) => why(line, sheet, { who: true })),
        paidBySlip(slips.filter((slip) => slip.box === box)),
        denominations.length > 0 &&
          payouts(
            settlement.lines.filter((line) => line.box === box),
            slips,
            denominations,
          ),
      ),
    ),
    h(
      "dl",
      { key: "players", class: "pay-sums" },
      Object.entries(settlement.players).map(([name, net]) => [
        h("dt", { key: `${name} name`, translate: "no" }, name),
        h("dd", { key: name, class: tone(net), translate: "no" }, gain(net)),
      ]),
      h("dt", { key: "pays name" }, t("console.tray_pays")),
      h("dd", { key: "pays", translate: "no" }, money(pays)),
      h("dt", { key: "takes name" }, t("console.tray_takes")),
      h("dd", { key: "takes", translate: "no" }, money(takes)),
    ),
  ];
}

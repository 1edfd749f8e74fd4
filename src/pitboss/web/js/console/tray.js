/** The money of a table: slips that two people sign, chips that players buy and cash. */

import { read } from "../api.js";
import { h } from "../dom.js";
import { cents, money } from "../money.js";
import { may } from "../session.js";
import { t, term } from "../words.js";
import { faultOf } from "./desk.js";
import {
  Above,
  amount,
  form,
  number,
  part,
  pick,
  said,
  signature,
  signed,
  signedToo,
  text,
} from "./fields.js";
import { players, session } from "./tray-views.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./desk.js").Panel} Panel */
/** @typedef {import("../answers").MoneyNow} MoneyNow */

const KINDS = /** @type {const} */ (["opener", "fill", "credit", "drop", "closer"]);
const NOTES = ["1000.00", "100.00", "50.00", "10.00", "5.00", "2.00"];

/** @param {Desk} desk @returns {Panel} */
export function tray(desk) {
  /** @type {MoneyNow | null} */
  let now = null;
  let kind = "";
  let sum = 0n;
  const above = new Above();

  async function refresh() {
    now = await read(`${desk.path}/money`).catch((error) => {
      desk.fault = faultOf(error);
      return null;
    });
    kind ||= now?.counts_tray && (!now.session || now.session.closed) ? "opener" : "fill";
    desk.changed();
  }

  const pieces = () =>
    kind === "drop"
      ? NOTES
      : [...(desk.table?.denominations ?? [])].sort((a, b) => Number(cents(b) - cents(a)));

  /** @param {FormData} given */
  const counted = (given) =>
    pieces().flatMap((each) => {
      const found = Number(said(given, `each ${each}`) || 0);
      return found ? [{ each, number: found }] : [];
    });

  /** @param {FormData} given */
  async function slip(given) {
    const replaces = said(given, "replaces");
    const body = {
      kind,
      count: counted(given),
      reason: said(given, "reason"),
      second: signed(given),
      ...(replaces && { replaces: Number(replaces) }),
    };
    const done = await desk.tell(
      "money",
      body,
      t("console.did_slip", { kind: term("slip", kind), amount: money(sum) }),
    );
    if (done) [kind, sum] = ["", 0n];
    await refresh();
    return done;
  }

  /** @param {FormData} given */
  async function chips(given) {
    const [player, size, act] = [said(given, "player"), said(given, "amount"), said(given, "act")];
    const second = signedToo(given);
    const done = await desk.tell(
      "chips",
      { act, amount: size, player, ...(second && { second }) },
      t("console.did_chips", { name: player, amount: money(size) }),
    );
    above.told("chips", done, desk.fault);
    await refresh();
    return done;
  }

  /** @param {Event} event */
  function count(event) {
    const given = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
    sum = counted(given).reduce((all, { each, number: found }) => all + cents(each) * BigInt(found), 0n);
    desk.changed();
  }

  return {
    refresh,
    draw: () => [
      h("h2", { key: "title" }, t("console.money")),
      now?.session && session(now.session),
      now &&
        !now.session &&
        h(
          "p",
          { key: "none", class: "muted" },
          now.counts_tray ? t("console.no_opener") : t("console.not_counted"),
        ),
      now?.counts_tray &&
        may("table_money") &&
        part(
          t("console.slip"),
          form(
            `slip ${kind}`,
            slip,
            [
              pick(
                "kind",
                t("console.slip_kind"),
                KINDS.map((each) => [each, term("slip", each)]),
                {
                  value: kind,
                  made: (/** @type {HTMLSelectElement} */ element) =>
                    queueMicrotask(() => (element.value = kind)),
                  onchange: (/** @type {Event} */ event) => {
                    kind = /** @type {HTMLSelectElement} */ (event.target).value;
                    sum = 0n;
                    desk.changed();
                  },
                },
              ),
              h(
                "div",
                { key: "pieces", class: "pieces" },
                pieces().map((each) =>
                  h(
                    "label",
                    { key: each, class: "field few" },
                    h("span", { translate: "no" }, money(each)),
                    h("input", {
                      name: `each ${each}`,
                      type: "number",
                      min: 0,
                      step: 1,
                      inputmode: "numeric",
                    }),
                  ),
                ),
              ),
              h(
                "p",
                { key: "sum", class: "will", role: "status" },
                t("console.sum"),
                " ",
                h("strong", { translate: "no" }, money(sum)),
              ),
              text("reason", t("console.reason")),
              number("replaces", t("console.replaces"), { min: 1 }),
              signature(t("console.second_counts")),
              h("button", { key: "go", "data-do": "slip", disabled: desk.busy }, t("console.make_slip")),
            ],
            { oninput: count },
          ),
        ),
      may("bankroll") &&
        part(
          t("console.chips"),
          form("chips", chips, [
            pick("act", t("console.what"), [
              ["buy_in", t("console.buy_in")],
              ["cash_out", t("console.cash_out")],
            ]),
            text("player", t("console.player"), { maxlength: 40 }),
            amount("amount", t("console.amount")),
            above.fields("chips"),
            h("button", { key: "go", "data-do": "chips", disabled: desk.busy }, t("console.record")),
          ]),
          now && now.players.length > 0 && players(now),
        ),
    ],
  };
}

/** Slips of the hand: a card or a bet that was recorded wrongly, and rulings on rounds that are over. */

import { h } from "../dom.js";
import { cents, money } from "../money.js";
import { may } from "../session.js";
import { cardName } from "../svg/card.js";
import { t, term } from "../words.js";
import { Out, parse, placeName } from "./cards.js";
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
  tick,
} from "./fields.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./desk.js").Panel} Panel */
/** @typedef {[string, string]} Choice */

/** @param {Desk} desk @returns {Panel} */
export function putRight(desk) {
  const out = new Out(desk);
  /** What the forms say by now, to be told before it is done. @type {Record<string, FormData>} */
  const given = {};
  const above = new Above();

  /** @param {string} name */
  const watched = (name) => ({
    oninput: (/** @type {Event} */ event) => {
      given[name] = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
      desk.changed();
    },
  });

  /** @param {FormData} all */
  async function card(all) {
    const [recorded] = parse(said(all, "recorded")).cards;
    const [right] = parse(said(all, "card")).cards;
    if (!recorded || !right) return wrong(t("console.cards_wrong"));
    const place = said(all, "at");
    const at = /^\d$/.test(place) ? Number(place) : place;
    const act = { act: "correct_card", at, recorded, card: right, reason: said(all, "reason") };
    const done = await desk.act(act, cardWords(all) ?? "", signed(all));
    if (done) out.replace(recorded, right);
    return done;
  }

  /** @param {FormData} all */
  async function bet(all) {
    const [box, name, player] = said(all, "wager").split(" ");
    const act = {
      act: "correct_bet",
      box: Number(box),
      player,
      bet: name,
      amount: said(all, "amount"),
      reason: said(all, "reason"),
    };
    const done = await desk.act(act, betWords(all) ?? "", signed(all), signedToo(all));
    return told("bet", done);
  }

  /** @param {FormData} all */
  async function past(all) {
    const act = {
      act: "adjust",
      box: Number(said(all, "box")),
      player: said(all, "player"),
      bet: said(all, "bet"),
      amount: said(all, "amount"),
      reason: said(all, "reason"),
      limits_error: all.has("limits_error"),
    };
    const [confirm, second] = [signed(all), signedToo(all)];
    const path = `rounds/${Number(said(all, "round"))}/adjust`;
    const done = await desk.tell(
      path,
      { act, ...(confirm && { confirm }), ...(second && { second }) },
      t("console.did_adjust", { number: said(all, "round") }),
    );
    return told("past", done);
  }

  /** @param {string} name @param {boolean} done */
  function told(name, done) {
    above.told(name, done, desk.fault);
    desk.changed();
    return done;
  }

  /** @param {string} message */
  function wrong(message) {
    desk.fault = { message, clauses: [], own: true };
    desk.changed();
    return false;
  }

  /** @returns {Choice[]} */
  const places = () =>
    ["dealer", ...(desk.felt?.community ? ["community"] : []), ...desk.boxes, "burnt", "discarded"].map(
      (place) => [String(place), placeName(place)],
    );

  /** @returns {Choice[]} */
  const wagers = () =>
    (desk.table?.round?.boxes ?? []).flatMap((box) =>
      box.wagers.map(
        (wager) =>
          /** @type {Choice} */ ([
            `${box.number} ${wager.bet} ${wager.player}`,
            `${t("why.box", { box: box.number })} · ${wager.player} · ${term("bet", wager.bet)} ${money(wager.amount)}`,
          ]),
      ),
    );

  return {
    refresh: async () => {},
    draw: () => [
      h("h2", { key: "title" }, t("console.corrections")),
      h("p", { key: "text", class: "muted" }, t("console.corrections_text")),
      desk.playing &&
        part(
          t("console.fix_card"),
          form(
            "card",
            card,
            [
              pick("at", t("console.where"), places()),
              text("recorded", t("console.recorded"), { maxlength: 3, class: "short" }),
              text("card", t("console.really"), { maxlength: 3, class: "short" }),
              text("reason", t("console.reason")),
              will(given.card && cardWords(given.card)),
              by("correct"),
              h(
                "button",
                { key: "go", "data-do": "correct_card", disabled: desk.busy },
                t("console.put_right"),
              ),
            ],
            watched("card"),
          ),
        ),
      desk.playing &&
        wagers().length > 0 &&
        part(
          t("console.fix_bet"),
          form(
            "bet",
            bet,
            [
              pick("wager", t("console.recorded_bet"), wagers(), { translate: "no" }),
              amount("amount", t("console.really_amount")),
              text("reason", t("console.reason")),
              will(given.bet && betWords(given.bet)),
              by("correct"),
              above.fields("bet"),
              h(
                "button",
                { key: "go", "data-do": "correct_bet", disabled: desk.busy },
                t("console.put_right"),
              ),
            ],
            watched("bet"),
          ),
        ),
      part(
        t("console.past"),
        h("p", { key: "text", class: "muted" }, t("console.past_text")),
        form("past", past, [
          number("round", t("console.round"), { min: 1, required: true }),
          number("box", t("console.box"), { min: 1, max: 7, required: true }),
          text("player", t("console.player"), { maxlength: 40 }),
          pick(
            "bet",
            t("console.bet"),
            (desk.felt?.areas ?? []).map((area) => [area.bet, term("bet", area.bet, area.title)]),
          ),
          amount("amount", t("console.gets"), { pattern: "-?[0-9]{1,12}([.][0-9]{1,2})?" }),
          text("reason", t("console.reason")),
          tick("limits_error", t("console.limits_error")),
          by("rule"),
          above.fields("past"),
          h("button", { key: "go", "data-do": "adjust", disabled: desk.busy }, t("console.adjust")),
        ]),
      ),
    ],
  };
}

/** The higher role that signs on this screen, where it takes one. @param {"correct" | "rule"} permission */
function by(permission) {
  if (may(permission)) return null;
  const role = permission === "rule" ? "shift_manager" : "pit_supervisor";
  return signature(t("console.confirms", { role: term("role", role) }));
}

/** @param {string | null | undefined} words */
function will(words) {
  return h("p", { key: "will", class: "will", role: "status", translate: "no" }, words);
}

/** @param {FormData} given */
function cardWords(given) {
  const [recorded] = parse(said(given, "recorded")).cards;
  const [right] = parse(said(given, "card")).cards;
  if (!recorded || !right) return null;
  const place = placeName(said(given, "at"));
  return t("console.will_card", { place, recorded: cardName(recorded), card: cardName(right) });
}

/** @param {FormData} given */
function betWords(given) {
  const [box, bet, player] = said(given, "wager").split(" ");
  const size = said(given, "amount");
  if (!/^\d+(\.\d\d?)?$/.test(size) || !player) return null;
  return t("console.will_bet", { box, name: player, bet: term("bet", bet), amount: money(cents(size)) });
}

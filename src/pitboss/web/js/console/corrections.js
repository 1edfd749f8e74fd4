/** Slips of the hand: a card or a bet that was recorded wrongly, and rulings on rounds that are over. */

import { entered } from "../page.js";
import { h } from "../dom.js";
import { betName } from "../house.js";
import { cents, money } from "../money.js";
import { may } from "../session.js";
import { cardName } from "../svg/card.js";
import { t, term } from "../words.js";
import { Out, parse, placeName } from "./cards.js";
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
  tick,
} from "./fields.js";

/** @typedef {[string, string]} Choice */

export class Corrections extends Panel {
  out = new Out(this.desk);
  /** What the forms say by now, to be told before it is done. @type {Record<string, FormData>} */
  given = {};
  above = new Above();

  draw() {
    const { playing } = this.desk;
    const wagers = this.wagers();
    return [
      h("h2", { key: "title" }, t("console.corrections")),
      h("p", { key: "text", class: "muted" }, t("console.corrections_text")),
      playing && this.cardForm(),
      playing && wagers.length > 0 && this.betForm(wagers),
      this.pastForm(),
    ];
  }

  /** Keep what a form says. @param {string} name */
  watched(name) {
    return {
      oninput: (/** @type {Event} */ event) => {
        this.given[name] = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
        this.desk.changed();
      },
    };
  }

  /** @param {FormData} all */
  async card(all) {
    const [recorded] = parse(entered(all, "recorded")).cards;
    const [right] = parse(entered(all, "card")).cards;
    if (!recorded || !right) return this.wrong("card", t("console.cards_wrong"));
    const place = entered(all, "at");
    const at = /^\d$/.test(place) ? Number(place) : place;
    const act = { act: "correct_card", at, recorded, card: right, reason: entered(all, "reason") };
    const done = await this.desk.act(act, cardWords(all) ?? "", signed(all));
    if (done) this.out.replace(recorded, right);
    return this.told("card", done);
  }

  /** @param {FormData} all */
  async bet(all) {
    const [box, bet, player] = entered(all, "wager").split(" ");
    const act = {
      act: "correct_bet",
      box: Number(box),
      player,
      bet,
      amount: entered(all, "amount"),
      reason: entered(all, "reason"),
    };
    return this.told(
      "bet",
      await this.desk.act(act, betWords(all, this.desk.table?.sheet) ?? "", signed(all), signedToo(all)),
    );
  }

  /** A ruling on a round that is over. @param {FormData} all */
  async past(all) {
    const act = {
      act: "adjust",
      box: Number(entered(all, "box")),
      player: entered(all, "player"),
      bet: entered(all, "bet"),
      amount: entered(all, "amount"),
      reason: entered(all, "reason"),
      limits_error: all.has("limits_error"),
    };
    const [confirm, second] = [signed(all), signedToo(all)];
    const body = { act, ...(confirm && { confirm }), ...(second && { second }) };
    const path = `rounds/${Number(entered(all, "round"))}/adjust`;
    const words = t("console.did_adjust", { number: entered(all, "round") });
    return this.told("past", await this.desk.tell(path, body, words));
  }

  /** What was told before it was done is told no longer. @param {string} name @param {boolean} done */
  told(name, done) {
    if (done) delete this.given[name];
    this.above.told(name, done, this.desk.fault);
    this.desk.changed();
    return done;
  }

  /** @param {string} place @param {string} message */
  wrong(place, message) {
    this.desk.fault = { message, clauses: [], own: true, place };
    this.desk.changed();
    return false;
  }

  /** Where a card can lie. @returns {Choice[]} */
  places() {
    const community = this.desk.felt?.community ? ["community"] : [];
    const dealer = this.desk.felt?.dealer ? ["dealer"] : [];
    const places = [...dealer, ...community, ...this.desk.boxes, "burnt", "discarded"];
    return places.map((place) => [String(place), placeName(place)]);
  }

  /** @returns {Choice[]} */
  wagers() {
    return (this.desk.table?.round?.boxes ?? []).flatMap(({ number: box, wagers }) =>
      wagers.map(
        ({ bet, player, amount: laid }) =>
          /** @type {Choice} */ ([
            `${box} ${bet} ${player}`,
            `${t("why.box", { box })} · ${player} · ${betName(bet, this.desk.table?.sheet)} ${money(laid)}`,
          ]),
      ),
    );
  }

  cardForm() {
    const { given } = this;
    return part(
      t("console.fix_card"),
      form(
        this.desk,
        "card",
        (all) => this.card(all),
        [
          pick("at", t("console.where"), this.places()),
          text("recorded", t("console.recorded"), { maxlength: 3, class: "short" }),
          text("card", t("console.really"), { maxlength: 3, class: "short" }),
          text("reason", t("console.reason")),
          will(given.card && cardWords(given.card)),
          by("correct"),
          submit(this.desk, "correct_card", t("console.put_right")),
        ],
        this.watched("card"),
      ),
    );
  }

  /** @param {Choice[]} wagers */
  betForm(wagers) {
    const { given } = this;
    return part(
      t("console.fix_bet"),
      form(
        this.desk,
        "bet",
        (all) => this.bet(all),
        [
          pick("wager", t("console.recorded_bet"), wagers, { translate: "no" }),
          amount("amount", t("console.really_amount")),
          text("reason", t("console.reason")),
          will(given.bet && betWords(given.bet, this.desk.table?.sheet)),
          by("correct"),
          this.above.fields("bet"),
          submit(this.desk, "correct_bet", t("console.put_right")),
        ],
        this.watched("bet"),
      ),
    );
  }

  pastForm() {
    const areas = this.desk.felt?.areas ?? [];
    return part(
      t("console.past"),
      h("p", { key: "text", class: "muted" }, t("console.past_text")),
      form(this.desk, "past", (all) => this.past(all), [
        number("round", t("console.round"), { min: 1, required: true }),
        number("box", t("console.box"), { min: 1, max: 7, required: true }),
        text("player", t("console.player"), { maxlength: 40 }),
        pick(
          "bet",
          t("console.bet"),
          areas.map((area) => [area.bet, betName(area.bet, this.desk.table?.sheet)]),
        ),
        amount("amount", t("console.gets"), { pattern: "-?[0-9]{1,12}([.][0-9]{1,2})?" }),
        text("reason", t("console.reason")),
        tick("limits_error", t("console.limits_error")),
        by("rule"),
        this.above.fields("past"),
        submit(this.desk, "adjust", t("console.adjust")),
      ]),
    );
  }
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
  const [recorded] = parse(entered(given, "recorded")).cards;
  const [right] = parse(entered(given, "card")).cards;
  if (!recorded || !right) return null;
  const place = placeName(entered(given, "at"));
  return t("console.will_card", { place, recorded: cardName(recorded), card: cardName(right) });
}

/** @param {FormData} given @param {string | undefined} sheet */
function betWords(given, sheet) {
  const [box, bet, player] = entered(given, "wager").split(" ");
  const size = entered(given, "amount");
  if (!/^\d+(\.\d\d?)?$/.test(size) || !player) return null;
  return t("console.will_bet", { box, name: player, bet: betName(bet, sheet), amount: money(cents(size)) });
}

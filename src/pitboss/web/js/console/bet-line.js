/** Bets of a box in one line, `1 ann 25/25/j`, and the last line taken back before anything follows it. */

import { h } from "../dom.js";
import { betName } from "../house.js";
import { money } from "../money.js";
import { valueOf } from "../page.js";
import { betTerm, t } from "../words.js";
import { faultAt } from "./fields.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {{box: number, player: string, bets: [string, string][]}} Line the bets of a box with their amounts */
/** @typedef {Line & {typed: string, left: string, version: number}} Entered what was taken of a line, what was left of it, and the table's version then */

const LINE = /^([1-9])\s+(?:(\S+)\s+)?([0-9j./-]+)$/i;
/** What is typed for a bet that is left out. */
const NONE = /^(?:-|0+(?:\.0+)?)?$/;
const AMOUNT = /^\d{1,12}(?:\.\d{1,2})?$/;
const JACKPOT = /^j(\d{1,12}(?:\.\d{1,2})?)?$/i;
/** Where a refusal of a line is shown. */
const BET_LINE = "bet line";

/** The bets of a line in their order: the Ante, what else is bet before the deal, the jackpot. @param {Desk} desk */
function order(desk) {
  const areas = (desk.felt?.areas ?? []).filter((area) => area.placed === "before_deal");
  const rank = (/** @type {string} */ bet) => (bet === "ante" ? 0 : bet === "jackpot" ? 2 : 1);
  return areas.sort((one, other) => rank(one.bet) - rank(other.bet));
}

/**
 * What was typed, as bets: a box, its player where nobody sits there, and an amount for each bet; nothing, `0` or `-`
 * between two strokes leaves a bet out, and `j` is the jackpot bet as it is prescribed.
 *
 * @param {Desk} desk
 * @param {string} typed
 * @returns {Line | {wrong: string}}
 */
function parseLine(desk, typed) {
  const found = LINE.exec(typed.trim());
  if (!found) return { wrong: t("console.line_wrong") };
  const box = Number(found[1]);
  if (!desk.boxes.includes(box)) return { wrong: t("console.line_no_box", { box }) };
  const player = found[2] ?? desk.holder(box);
  if (!player) return { wrong: t("console.line_no_player", { box }) };
  const bets = order(desk).map((area) => area.bet);
  /** @type {[string, string][]} */
  const placed = [];
  for (const [place, word] of found[3].split("/").entries()) {
    if (NONE.test(word)) continue;
    const jackpot = JACKPOT.exec(word);
    const bet = jackpot ? "jackpot" : bets[place];
    const size = jackpot ? (jackpot[1] ?? desk.table?.jackpot_bet) : word;
    if (!bet || !bets.includes(bet) || !size || !AMOUNT.test(size))
      return { wrong: t("console.line_no_bet", { word }) };
    placed.push([bet, size]);
  }
  return placed.length ? { box, player, bets: placed } : { wrong: t("console.line_wrong") };
}

/** The bets as they are typed, and what they have brought. */
export class BetLine {
  /** @param {Desk} desk @param {() => void} close ends the betting */
  constructor(desk, close) {
    this.desk = desk;
    this.close = close;
    this.typed = "";
    this.warning = "";
    /** Whether the next empty line closes the betting: one that follows a line by a slip of the finger does not. */
    this.closing = false;
    /** What was entered last, while it may be taken back. @type {Entered | null} */
    this.entered = null;
  }

  /** Enter what was typed, bet by bet; what is refused, and what would have come after it, is there to be put right. */
  async enter() {
    const { desk, typed } = this;
    if (!typed.trim()) return this.enterNothing();
    const line = parseLine(desk, typed);
    if ("wrong" in line) return this.warn(line.wrong);
    const fresh = line.bets.every(([bet]) => !desk.box(line.box)?.wagers.some((wager) => wager.bet === bet));
    Object.assign(this, { typed: "", warning: "", closing: false, entered: null });
    const { box, player } = line;
    const placed = line.bets.slice(0, 0);
    for (const [bet, amount] of line.bets) {
      const bets = [...placed, [bet, amount]].map(
        ([each, size]) => `${betName(each, desk.sheet)} ${money(size)}`,
      );
      desk.place = BET_LINE;
      const said = t("console.did_bets", { box, name: player, bets: bets.join(", ") });
      if (!(await desk.act({ act: "bet", box, bet, amount, player }, said))) {
        this.typed ||= placed.length ? this.rest(line, placed.length) : typed;
        break;
      }
      placed.push([bet, amount]);
    }
    // A bet that was added to another cannot be taken back by itself.
    if (fresh && placed.length)
      this.entered = { ...line, bets: placed, typed, left: this.typed, version: desk.legal?.version ?? 0 };
    desk.changed();
  }

  /** An empty line closes the betting if it is entered twice. */
  enterNothing() {
    if (!this.closing) {
      this.warn(t("console.line_close"));
      this.closing = true;
      return;
    }
    Object.assign(this, { warning: "", closing: false });
    this.close();
  }

  /** Say what is wrong with a line, in place of what was refused before it. @param {string} words */
  warn(words) {
    Object.assign(this, { warning: words, closing: false });
    if (this.desk.fault?.place === BET_LINE) this.desk.fault = null;
    this.desk.changed();
  }

  /** The part of a line from a bet on, as it would be typed. @param {Line} line @param {number} place */
  rest(line, place) {
    const left = new Map(line.bets.slice(place));
    const words = order(this.desk).map(({ bet }) => {
      const size = left.get(bet) ?? "";
      return bet === "jackpot" && size === this.desk.table?.jackpot_bet ? "j" : size;
    });
    return `${line.box} ${line.player} ${words.join("/").replace(/\/+$/, "")}`;
  }

  /** What may be taken back: the last line, as long as nothing has followed it at the table. */
  get last() {
    const { desk, entered } = this;
    return desk.phase === "betting" && entered?.version === desk.legal?.version ? entered : null;
  }

  /** Take the last line back: its bets are withdrawn, each by a command of its own, and the line can be typed anew. */
  async undo() {
    const { desk, last } = this;
    if (!last) return;
    this.entered = null;
    for (const [bet] of [...last.bets].reverse()) {
      desk.place = BET_LINE;
      const back = { act: "withdraw", box: last.box, bet, player: last.player };
      if (!(await desk.act(back, t("console.did_undo", { box: last.box })))) return;
    }
    if (!this.typed || this.typed === last.left) this.typed = last.typed;
    desk.changed();
  }

  draw() {
    const { desk, last } = this;
    const names = order(desk).map((area) => betTerm(area.bet, area.title));
    const onsubmit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      void this.enter();
    };
    return h(
      "form",
      { key: "bet line", class: "entry", onsubmit },
      h(
        "div",
        { key: "line", class: "entry-line" },
        h("input", {
          name: "line",
          class: "entry-cards entry-bets",
          "aria-label": t("console.line"),
          "aria-describedby": "line-note",
          placeholder: t("console.line_hint"),
          autocomplete: "off",
          autocapitalize: "off",
          spellcheck: "false",
          value: this.typed,
          // A key that is held down says nothing more than one that is pressed.
          onkeydown: (/** @type {KeyboardEvent} */ event) => {
            if (event.repeat && event.key === "Enter") event.preventDefault();
          },
          oninput: (/** @type {Event} */ event) => {
            Object.assign(this, { typed: valueOf(event), warning: "", closing: false });
            desk.changed();
          },
        }),
        h("button", { key: "do", class: "quiet", "data-do": "line" }, t("console.place")),
        last &&
          h(
            "button",
            {
              key: "undo",
              type: "button",
              class: "quiet",
              "data-do": "undo",
              onclick: () => void this.undo(),
            },
            t("console.undo", { box: last.box }),
          ),
      ),
      h(
        "p",
        { key: "note", id: "line-note", class: `entry-note ${this.warning ? "warned" : ""}`, role: "status" },
        this.warning || t("console.line_order", { order: names.join(" / ") }),
      ),
      faultAt(desk, BET_LINE),
    );
  }
}

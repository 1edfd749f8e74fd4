/** What the reader wants to do, held against what may be done now: done, or told why not. */

import { betName } from "../house.js";
import { cents, money } from "../money.js";
import { isStaff } from "../session.js";
import { askToSignIn } from "../sign-in.js";
import { t } from "../words.js";
import { state } from "./areas.js";
import { askForChips, askToLeave } from "./dialogs.js";
import { act, raises, asked, boxOf, largeBox, linesOf, live, own, phase, range, whyNot } from "./scene.js";
import { showWhy } from "./lookup.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Reason} Reason */
/** @typedef {import("./commands.js").CommandQueue} CommandQueue */

/** Which acts a letter stands for. @type {Record<string, string[]>} */
const LETTERS = { L: ["look"], P: ["bet", "choose"], F: ["fold", "withdraw", "choose"], C: ["check"] };

export class PlayerActions {
  /**
   * @param {Scene} scene
   * @param {CommandQueue} commands
   * @param {() => Promise<void>} refresh asks what may be done now, where that is not known
   * @param {() => void} changed
   */
  constructor(scene, commands, refresh, changed) {
    this.scene = scene;
    this.commands = commands;
    this.refresh = refresh;
    this.changed = changed;
  }

  /** An area is pressed: chips go there, or it says what it got. @param {number} box @param {string} bet */
  async press(box, bet) {
    const { scene } = this;
    scene.at = { box, bet };
    const lines = linesOf(scene, box, bet);
    if (lines.length) return showWhy(scene, lines);
    if (scene.me === null) return void (isStaff() || (await askToSignIn()));
    await this.refresh();
    const found = range(scene, box, bet);
    const { ready, reason } = state(scene, box, bet);
    if (!found || !ready) return this.tell(box, bet, reason ?? this.unheard(), reason !== null);
    const amount = this.sizeOf(found);
    const clauses = scene.felt?.areas.find((area) => area.bet === bet)?.clauses ?? [];
    const name = betName(bet, scene.table?.sheet);
    if (amount < cents(found.least))
      return this.tell(box, bet, {
        message: t("table.too_little", { bet: name, least: money(found.least) }),
        clauses,
        ours: true,
      });
    if (found.most !== null && amount > cents(found.most))
      return this.tell(box, bet, {
        message: t("table.too_much", { bet: name, most: money(found.most) }),
        clauses,
        ours: true,
      });
    scene.tip = null;
    await this.commands.bet(box, bet, amount);
  }

  /** The chip in the hand; where only one amount is taken, that. @param {import("../answers").BetRangeNow} found */
  sizeOf(found) {
    const fixed = found.least === found.most || found.bet === "jackpot";
    return fixed ? cents(found.least) : cents(this.scene.chip);
  }

  /**
   * Say why something cannot be, where it was wanted.
   *
   * @param {number} box
   * @param {string} bet
   * @param {Reason | null} reason
   * @param {boolean} [refusal] it is what the table refuses now
   */
  tell(box, bet, reason, refusal = false) {
    this.scene.tip = reason && { place: { box, bet }, reason, refusal };
    this.changed();
  }

  /** Why nothing can be pressed, where the table itself has not said it. @returns {Reason | null} */
  unheard() {
    const { scene } = this;
    if (scene.fresh === "silent") return { message: t("table.lost_text"), clauses: [], ours: true };
    if (scene.legal?.version === scene.table?.version) return null;
    return { message: t("table.asking"), clauses: [], ours: true };
  }

  /**
   * A button of an own box is pressed: its act is sent, or it is told why not. What counts is how things are now,
   * not how they were when the button was drawn. A press while another act is under way is not kept for later:
   * by then the same button may stand for the next decision.
   *
   * @param {Record<string, string | number>} what
   */
  answer(what) {
    const { scene, commands } = this;
    const box = Number(what.box);
    if (!live(scene)) return this.tell(box, "hand", this.unheard());
    scene.tip = null;
    if (!scene.sending) return void commands.send(what);
    this.tell(box, "hand", { message: t("table.under_way"), clauses: [], ours: true });
    const { tip } = scene;
    void commands.last.then(() => scene.tip === tip && this.tell(box, "hand", null));
  }

  /** The pointer or the keyboard has come to an area. @param {number} box @param {string} bet */
  notice(box, bet) {
    this.scene.at = { box, bet };
    const { ready, reason } = state(this.scene, box, bet);
    this.tell(box, bet, ready ? null : reason, true);
  }

  /** Turn the cards of a box over. @param {number} box */
  async look(box) {
    await this.commands.last;
    await this.refresh();
    const may = act(this.scene, { act: "look", box });
    if (may) await this.commands.send(may);
    else this.tell(box, "hand", whyNot(this.scene, { act: "look", box }), true);
  }

  /** Take a seat. Where the table sells chips, who has none is asked for them first. @param {number} box */
  sit(box) {
    const { scene, commands } = this;
    if (!scene.table?.buy_in_most || cents(scene.table.chips ?? "0")) return void commands.sit(box);
    askForChips(scene, async (amount, way) => {
      const bought = await commands.chips(amount, way);
      if (bought) void commands.sit(box);
      return bought;
    });
  }

  /** The plate of a box is pressed: on a phone it is shown, else one sits down or stands up. @param {number} box @param {boolean} narrow */
  name(box, narrow) {
    const { scene, commands } = this;
    if (narrow && box !== largeBox(scene)) {
      scene.picked = box;
      scene.at = { box, bet: "ante" };
      this.changed();
    } else if (!own(scene, box)) this.sit(box);
    else if (phase(scene) === "playing" && boxOf(scene, box)?.cards.length)
      askToLeave(scene, box, () => void commands.stand(box));
    else void commands.stand(box);
  }

  /** Decide by a letter at the box that is asked. @param {string} letter */
  async decide(letter) {
    await this.commands.last;
    await this.refresh();
    const box = asked(this.scene)?.number;
    if (!box) return;
    const sizes = raises(this.scene, box);
    const size = sizes.find(({ times }) => String(times) === letter);
    if (size) return void (await this.commands.send(size.bet));
    for (const name of LETTERS[letter] ?? []) {
      if (name === "bet" && sizes.length > 1) continue;
      const way = letter === "P" ? "continue" : "withdraw";
      const found = act(this.scene, name === "choose" ? { act: name, box, way } : { act: name, box });
      if (found) return void (await this.commands.send(found));
    }
  }
}

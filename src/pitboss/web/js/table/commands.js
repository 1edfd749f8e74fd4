/** What the reader does: commands one after the other, each sent again until it is answered. */

import { command, Refused } from "../api.js";
import { cents, plain } from "../money.js";
import { t } from "../words.js";
import { heed } from "./told.js";
import { act, boxOf, ownBoxes, phase, placed, range } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {{box: number, bet: string, amount: bigint}} Laid */
/** @typedef {Laid & {before: bigint}} Step chips that were laid, and what lay there before */

export class CommandQueue {
  /** @param {Scene} scene @param {() => void} changed called when there is something to show */
  constructor(scene, changed) {
    this.scene = scene;
    this.changed = changed;
    this.path = `/api/tables/${encodeURIComponent(scene.id)}`;
    /** @type {Promise<unknown>} */
    this.last = Promise.resolve();
    /** What was laid in this round, the newest last. @type {Step[]} */
    this.laid = [];
    this.round = 0;
  }

  /** Send one act after those before it. @param {Record<string, unknown>} act @returns {Promise<boolean>} whether it was done */
  send(act) {
    return this.queue(() => command(`${this.path}/acts`, { act }));
  }

  /** @param {() => Promise<unknown>} work @returns {Promise<boolean>} */
  queue(work) {
    this.scene.sending += 1;
    const done = this.last.then(work).then(
      () => this.answered(null),
      (error) => this.answered(error),
    );
    this.last = done;
    return done;
  }

  /** @param {unknown} error */
  answered(error) {
    this.scene.sending -= 1;
    if (error !== null && !(error instanceof Refused)) throw error;
    // What was allowed before need not be any more, whether the change has been heard of yet or not.
    if (this.scene.legal) this.scene.legal = { ...this.scene.legal, version: -1 };
    this.scene.fault = error
      ? { message: error.message || t("fault.no_answer"), clauses: error.clauses, ours: true }
      : null;
    this.changed();
    return error === null;
  }

  /** Put chips on an area. @param {number} box @param {string} bet @param {bigint} amount */
  async bet(box, bet, amount) {
    await this.last;
    const step = { box, bet, amount, before: this.lies(box, bet) };
    const done = await this.send({ act: "bet", box, bet, amount: plain(amount) });
    if (done) this.scene.told = null;
    if (done && phase(this.scene) === "betting") this.steps().push(step);
    return done;
  }

  /** What was laid in this round. @returns {Step[]} */
  steps() {
    const number = this.scene.table?.round?.number ?? 0;
    if (number !== this.round) this.laid = [];
    this.round = number;
    return this.laid;
  }

  /** What lies on an area by what was sent, which may be ahead of what is seen. @param {number} box @param {string} bet */
  lies(box, bet) {
    const last = this.steps()
      .filter((step) => step.box === box && step.bet === bet)
      .at(-1);
    return last ? last.before + last.amount : placed(boxOf(this.scene, box), bet, this.scene.me);
  }

  /** Take the last chips back; after a reload, all of the last area. */
  async undo() {
    await this.last;
    const last = this.steps().pop() ?? this.lastArea();
    if (!last) return;
    const { box, bet, before } = last;
    const back = await this.send({ act: "withdraw", box, bet });
    if (back && before > 0n) await this.send({ act: "bet", box, bet, amount: plain(before) });
  }

  /** @returns {Step | null} */
  lastArea() {
    const last = this.wagers().at(-1);
    return last ? { ...last, before: 0n } : null;
  }

  /** Take every own bet back, those first that need an Ante. */
  async clear() {
    await this.last;
    this.laid = [];
    for (const { box, bet } of this.wagers().reverse()) await this.send({ act: "withdraw", box, bet });
  }

  /** The reader's own bets in the order in which they can be laid. @returns {Laid[]} */
  wagers() {
    const areas = [...(this.scene.felt?.areas ?? [])].sort(
      (a, b) => Number(a.needs_ante) - Number(b.needs_ante),
    );
    return ownBoxes(this.scene).flatMap((box) =>
      areas.flatMap(({ bet, placed: when }) => {
        const amount = placed(boxOf(this.scene, box), bet, this.scene.me);
        return amount && when === "before_deal" ? [{ box, bet, amount }] : [];
      }),
    );
  }

  /** Keep the bets of a round that is closed, for the next ones. */
  keep() {
    const wagers = this.wagers().map(({ box, bet, amount }) => [box, bet, plain(amount)]);
    if (wagers.length) sessionStorage.setItem(`pitboss.rebet.${this.scene.id}`, JSON.stringify(wagers));
  }

  /** The bets of the last round that was played. @returns {Laid[]} */
  kept() {
    try {
      const found = JSON.parse(sessionStorage.getItem(`pitboss.rebet.${this.scene.id}`) ?? "[]");
      return found.map((/** @type {[number, string, string]} */ [box, bet, amount]) => ({
        box,
        bet,
        amount: cents(amount),
      }));
    } catch {
      return [];
    }
  }

  /** Lay the bets of the last round again, as far as they may be. */
  async rebet() {
    for (const { box, bet, amount } of this.kept()) if (!(await this.bet(box, bet, amount))) return;
  }

  /** Lay as much again on every area where chips lie, as far as it may be. */
  async double() {
    await this.last;
    for (const { box, bet, amount } of this.doubles()) if (!(await this.bet(box, bet, amount))) return;
  }

  /** The bets that may be made twice as high. */
  doubles() {
    return this.wagers().filter(({ box, bet, amount }) => {
      const found = range(this.scene, box, bet);
      return found && cents(found.least) <= amount && (found.most === null || amount <= cents(found.most));
    });
  }

  /** Whether any bet can be made twice as high. */
  get mayDouble() {
    return phase(this.scene) === "betting" && this.doubles().length > 0;
  }

  /** Whether chips can be taken back. */
  get mayUndo() {
    return phase(this.scene) === "betting" && act(this.scene, { act: "withdraw" }) !== null;
  }

  /** Whether the last round's bets can be laid again. */
  get mayRebet() {
    const first = this.kept()[0];
    return first !== undefined && !this.wagers().length && range(this.scene, first.box, first.bet) !== null;
  }

  /** @param {string} amount in dollars @param {"buy_in" | "cash_out"} way */
  chips(amount, way) {
    return this.queue(() => command(`${this.path}/chips`, { act: way, amount }));
  }

  /** @param {number} box */
  sit(box) {
    heed(this.scene);
    return this.queue(() => command(`${this.path}/seats`, { box }));
  }

  /** Wait for the cards: once everybody does, the Dealer closes the Bets. */
  ready() {
    return this.queue(() => command(`${this.path}/ready`, {}));
  }

  /** Walk away from a hand. @param {number} box */
  leave(box) {
    heed(this.scene);
    return this.send({ act: "leave", box });
  }

  /** @param {number} box */
  stand(box) {
    heed(this.scene);
    return this.queue(() => command(`${this.path}/seats/leave`, { box }));
  }
}

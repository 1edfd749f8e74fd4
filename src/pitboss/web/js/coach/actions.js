/** What somebody does who plays a coached hand: bet, wait for the Dealer, look, decide, play again. */

import { read, send } from "../api.js";
import { readFelts, sheetId } from "../house.js";
import { plain } from "../money.js";
import { focusOn, PageActions } from "../page.js";
import { may } from "../session.js";
import { hue } from "../svg/small-felt.js";
import { advise } from "../table/adviser.js";
import { act, linesOf, placed, range, whyNot } from "../table/scene.js";
import { showWhy } from "../table/lookup.js";
import { roomForFelt } from "../train/room.js";
import { gameName, t } from "../words.js";
import { advised, costOf, optionsOf, usualBet } from "./options.js";
import { anyHand, keep, newState, ownBox, sceneOf, stepOf, takeUp } from "./state.js";
import { view } from "./view.js";

/** @typedef {import("./state.js").Act} Act */
/** @typedef {import("./options.js").Option} Option */

/** @extends {PageActions<import("./state.js").State>} */
export class CoachActions extends PageActions {
  /** @param {HTMLElement} root @param {string} wanted */
  constructor(root, wanted) {
    super(root, newState(wanted, location.search), view);
    const sizes = new ResizeObserver(() => this.resized());
    sizes.observe(root);
    const keyed = (/** @type {KeyboardEvent} */ event) => this.key(event);
    addEventListener("keydown", keyed);
    this.ends.push(
      () => sizes.disconnect(),
      () => removeEventListener("keydown", keyed),
    );
  }

  draw() {
    if (this.over) return;
    const { felt, now, scene } = this.state;
    this.root.className = `learn ${felt ? hue(felt) : ""}`;
    if (now) this.measure();
    super.draw();
    if (now && scene && stepOf(now, scene) === "decide" && may("watch_table"))
      advise(scene, () => this.draw());
  }

  async start() {
    const { state } = this;
    await this.attempt(async () => {
      const [sheets, felts] = await Promise.all([read("/api/sheets"), readFelts()]);
      state.sheets = sheets;
      const id = sheetId(sheets, state.wanted);
      state.sheet = state.sheets.find((each) => each.id === id) ?? null;
      state.felt = felts.find((each) => each.sheet === id) ?? null;
    });
    if (state.sheet) document.title = t("coach.title", { game: gameName(state.sheet.title) });
    takeUp(state, location.search);
    if (state.felt && !(await this.play(state.acts)) && state.acts.length) await this.play([]);
    this.draw();
  }

  /** Have the hand played with these acts; a refusal leaves it as it was. @param {Act[]} acts */
  async play(acts) {
    const { state } = this;
    const { sheet, felt } = state;
    if (state.busy || !sheet || !felt) return false;
    state.busy = true;
    const done = await this.attempt(async () => {
      const now = await send(`/api/coach/${encodeURIComponent(sheet.id)}`, { number: state.number, acts });
      state.acts = acts;
      state.now = now;
      state.scene = sceneOf(now, felt, sheet, state.scene);
      keep(state);
    });
    state.busy = false;
    this.draw();
    return done;
  }

  /** Do one thing more, and tell what follows. @param {Act} what */
  async act(what) {
    if (await this.play([...this.state.acts, what])) this.tell();
  }

  /** The step that has begun is read from its heading on. */
  tell() {
    this.root.querySelector(".train-panel")?.scrollTo(0, 0);
    focusOn(this.root, ".coach-step h2");
  }

  /** Lay a bet with the coach's amount. @param {string} bet */
  async bet(bet) {
    const { now, scene } = this.state;
    const found = now && scene && range(scene, now.box, bet);
    if (found) await this.act({ act: "bet", box: now.box, bet, amount: plain(usualBet(found)) });
  }

  /** Take a bet back before the deal. @param {string} bet */
  async takeBack(bet) {
    const { now } = this.state;
    if (now) await this.act({ act: "withdraw", box: now.box, bet });
  }

  /** An area of the felt is pressed: its bet is laid, it decides, it says what it got, or why nothing can be laid. @param {number} box @param {string} bet */
  async press(box, bet) {
    const { now, scene } = this.state;
    if (!now || !scene || box !== now.box) return;
    const lines = linesOf(scene, box, bet);
    if (lines.length) return showWhy(scene, lines);
    const step = stepOf(now, scene);
    const option =
      step === "decide" && optionsOf(scene, now).find((each) => each.act.bet === bet && each.kind === "bet");
    if (option) return this.decide(option);
    if (step === "bet" || step === "more") {
      if (range(scene, box, bet) && !placed(ownBox(now), bet)) return this.bet(bet);
    }
    const refused = whyNot(scene, { act: "bet", box, bet });
    if (refused) this.set({ fault: refused.message });
  }

  async look() {
    const { now, scene } = this.state;
    if (now && scene && act(scene, { act: "look", box: now.box }))
      await this.act({ act: "look", box: now.box });
  }

  goOn() {
    return this.act({ act: "go_on" });
  }

  /** @param {Option} option */
  async decide(option) {
    const { now, scene, chosen } = this.state;
    if (!now || !scene) return;
    const found = advised(scene, now, optionsOf(scene, now));
    if (await this.play([...this.state.acts, option.act])) {
      if (found.state === "counted")
        chosen.push({ name: option.name, best: found.best.name, cost: costOf(found, option) });
      keep(this.state);
      this.draw();
      this.tell();
    }
  }

  /** Play a hand from its first bet: another one, or the same again. @param {boolean} same */
  async again(same) {
    const { state } = this;
    if (!same) state.number = anyHand();
    state.chosen = [];
    if (await this.play([])) this.tell();
  }

  /** A letter presses the button that has it. @param {KeyboardEvent} event */
  key(event) {
    const typed = event.target instanceof Element && event.target.closest("input, select, textarea, dialog");
    if (typed || event.ctrlKey || event.metaKey || event.altKey || event.key.length > 1) return;
    const letter = CSS.escape(event.key.toUpperCase());
    /** @type {HTMLButtonElement | null} */
    const found = this.root.querySelector(`[aria-keyshortcuts="${letter}"]`);
    if (!found) return;
    event.preventDefault();
    found.click();
  }

  measure() {
    this.state.room = roomForFelt(this.root);
  }

  resized() {
    const before = this.state.room.width;
    if (!this.state.now) return;
    this.measure();
    if (Math.abs(this.state.room.width - before) > 1) this.draw();
  }
}

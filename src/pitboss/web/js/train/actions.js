/** What a trainee does: choose a set, answer, go on. */

import { read, Refused, send } from "../api.js";
import { readFelts, sheetId } from "../house.js";
import { focusOn, PageActions } from "../page.js";
import { go } from "../router.js";
import { session } from "../session.js";
import { hue } from "../svg/small-felt.js";
import { loadGists } from "../words.js";
import { nothingSaid, said, unanswered } from "./answer-form.js";
import { begin, note } from "./record.js";
import { roomForFelt } from "./room.js";
import { addressOf } from "./set-form.js";
import { answers, feltOf, newState, TEN } from "./state.js";
import { view } from "./view.js";

/** @typedef {import("./set-form.js").Wanted} Wanted */

/** @extends {PageActions<import("./state.js").State>} */
export class TrainActions extends PageActions {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, newState(location.search), view);
    const sizes = new ResizeObserver(() => this.resized());
    sizes.observe(root);
    this.ends.push(() => sizes.disconnect());
  }

  draw() {
    if (this.over) return;
    const felt = feltOf(this.state);
    this.root.className = `train ${felt ? hue(felt) : ""}`;
    if (this.state.question) this.measure();
    super.draw();
  }

  async start() {
    const { state } = this;
    await this.attempt(async () => {
      [state.sheets, state.felts] = await Promise.all([read("/api/sheets"), readFelts(), loadGists()]);
      if (!state.asked) state.wanted.sheet = state.sheets[0]?.id ?? "";
      state.wanted.sheet = sheetId(state.sheets, state.wanted.sheet);
    });
    this.draw();
    if (state.asked) await this.next();
    else void this.recall();
    await this.listClauses();
  }

  /** Change what is wanted. @param {Partial<Wanted>} made */
  change(made) {
    const other = made.sheet && made.sheet !== this.state.wanted.sheet;
    this.set({ wanted: { ...this.state.wanted, ...made } });
    if (other) void this.listClauses();
  }

  /** Begin a set. @param {Wanted} chosen */
  begin(chosen) {
    begin(addressOf(chosen));
    void go(addressOf(chosen));
  }

  /** A bet is pressed on the felt: go to its row or, once it is answered, to its reason. @param {number} box @param {string} bet */
  press(box, bet) {
    this.pick(box);
    focusOn(this.root, `[data-line="${box} ${bet}"] input`);
    const reason = this.root.querySelector(`[data-point="${box} ${bet}"] details`);
    if (!(reason instanceof HTMLDetailsElement)) return;
    reason.open = true;
    focusOn(reason, "summary");
  }

  /** Show a box large, on a phone. @param {number} box */
  pick(box) {
    const { question } = this.state;
    if (!question || question.large === box) return;
    question.large = box;
    this.draw();
  }

  /** Have the answer checked; one that lacks something is checked when that has been said and it is handed in again. */
  async check() {
    const { question: now, wanted, busy } = this.state;
    if (!now || busy) return;
    const open = unanswered(now.saying, now.situation.kind === "report");
    if (open && !now.warned) {
      now.warned = true;
      this.draw();
      return focusOn(
        this.root,
        ".train-panel [data-open] input, .train-panel fieldset:not(:has(:checked)) input",
      );
    }
    const path = `/api/train/${encodeURIComponent(wanted.sheet)}/${encodeURIComponent(now.id)}`;
    this.state.busy = true;
    const gone = await this.mark(now, path);
    this.set({ busy: false });
    if (gone) return this.next();
    focusOn(this.root, ".train-next", { preventScroll: true });
    this.root.querySelector(".train-panel")?.scrollTo(0, 0);
  }

  /** Have an answer marked. @param {import("./state.js").Question} now @param {string} path @returns {Promise<boolean>} whether the question is over, answered elsewhere or by older rules */
  async mark(now, path) {
    let gone = false;
    await this.attempt(async () => {
      try {
        now.checked = await send(path, said(now.saying));
      } catch (error) {
        gone = error instanceof Refused && error.code.startsWith("question_");
        throw error;
      }
      if (now.checked) note(addressOf(this.state.wanted), now.checked);
    });
    return gone;
  }

  /** How training has gone so far, as the server has kept it. */
  async recall() {
    const name = session()?.name;
    if (!name) return;
    await this.attempt(async () => {
      this.state.progress = await read(`/api/training/${encodeURIComponent(name)}`);
    });
    this.draw();
  }

  /** Go to the next situation of the set, or to its summary. */
  async next() {
    const { state } = this;
    const { sheet, seed, kind, clause, level } = state.wanted;
    const number = answers(state).length + 1;
    state.question = null;
    if (number > TEN) {
      this.draw();
      return this.recall();
    }
    const wanted = { seed: Number(seed), number, kind: kind || null, clause: clause || null };
    const { fault } = state;
    await this.attempt(async () => {
      const path = `/api/train/${encodeURIComponent(sheet)}`;
      const { id, situation } = await send(path, { ...wanted, level: level || "hard" });
      state.fault = fault;
      const felt = state.felts.find((each) => each.sheet === situation.sheet);
      if (!felt) return;
      const box = situation.round.boxes.find((/** @type {{player: string | null}} */ each) => each.player);
      const saying = nothingSaid(situation, felt);
      state.question = { id, situation, saying, checked: null, warned: false, large: box?.number ?? 1 };
    });
    this.draw();
    if (!state.question) return;
    scrollTo(0, 0);
    focusOn(this.root, ".train-panel input", { preventScroll: true });
  }

  async listClauses() {
    const { sheet } = this.state.wanted;
    await this.attempt(async () => {
      const found = await read(`/api/train/${encodeURIComponent(sheet)}/clauses`);
      if (sheet === this.state.wanted.sheet) this.state.clauses = found;
    });
    this.draw();
  }

  measure() {
    this.state.room = roomForFelt(this.root);
  }

  resized() {
    const before = this.state.room.width;
    if (!this.state.question) return;
    this.measure();
    if (Math.abs(this.state.room.width - before) > 1) this.draw();
  }
}

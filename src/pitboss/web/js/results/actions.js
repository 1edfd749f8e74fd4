/** What the reader of training results does: look at a trainee, go on to earlier answers, take them along, erase them. */

import { read, send } from "../api.js";
import { asCsv } from "../csv.js";
import { readFelts } from "../house.js";
import { PageActions } from "../page.js";
import { download } from "../report/grid.js";
import { go } from "../router.js";
import { loadGists } from "../words.js";
import { newState, PAGE } from "./state.js";
import { view } from "./view.js";

/** @typedef {import("./state.js").AnswerKept} AnswerKept */

/** The columns of a file of answers: the fields of the API. @type {(keyof AnswerKept)[]} */
const COLUMNS = [
  "question",
  "at",
  "sheet",
  "kind",
  "level",
  "situation",
  "right",
  "points",
  "seconds",
  "again",
];
/** Answers that are asked for at once for a file. */
const MOST = 200;

/** @extends {PageActions<import("./state.js").State>} */
export class ResultsActions extends PageActions {
  /** @param {HTMLElement} root @param {string} name @param {string} question */
  constructor(root, name, question) {
    super(root, newState(name, question), view);
    let width = 0;
    const sizes = new ResizeObserver(() => {
      if (Math.abs(root.clientWidth - width) > 1) this.draw();
      width = root.clientWidth;
    });
    if (question) sizes.observe(root);
    this.ends.push(() => sizes.disconnect());
  }

  async start() {
    const { state } = this;
    this.draw();
    await this.attempt(async () => {
      [state.sheets, state.felts] = await Promise.all([read("/api/sheets"), readFelts(), loadGists()]);
      if (state.question) {
        state.then = await read(`${this.path}/answers/${encodeURIComponent(state.question)}`);
        const boxes = state.then?.situation?.round.boxes ?? [];
        state.large = boxes.find((box) => box.player)?.number ?? 1;
      } else if (state.name) {
        state.training = await read(this.path);
        await this.page();
      } else state.trainees = await read("/api/training");
    });
    this.draw();
  }

  /** Where the results of the trainee are. */
  get path() {
    return `/api/training/${encodeURIComponent(this.state.name)}`;
  }

  /** Read a page of answers. */
  async page() {
    const { state } = this;
    const last = state.answers.at(-1);
    const found = await read(`${this.path}/answers?limit=${PAGE}${last ? `&before=${last.cursor}` : ""}`);
    state.answers = [...state.answers, ...found];
    state.more = found.length === PAGE;
  }

  async earlier() {
    if (this.state.busy) return;
    this.set({ busy: true });
    await this.attempt(() => this.page());
    this.set({ busy: false });
  }

  /** Take all answers of the trainee along as CSV. */
  async take() {
    /** @type {AnswerKept[]} */
    const all = [];
    const done = await this.attempt(async () => {
      for (let more = true; more;) {
        const last = all.at(-1);
        const found = await read(`${this.path}/answers?limit=${MOST}${last ? `&before=${last.cursor}` : ""}`);
        all.push(...found);
        more = found.length === MOST;
      }
    });
    this.draw();
    if (!done) return;
    const rows = all.map((row) => [
      this.state.name,
      ...COLUMNS.map((name) => String(row[name] ?? "")),
      row.missed.join(" "),
    ]);
    download(`training-${this.state.name}.csv`, asCsv([["name", ...COLUMNS, "missed"], ...rows]));
  }

  /** Erase everything of the trainee; asked once more first. */
  async erase() {
    if (!this.state.sure) return this.set({ sure: true });
    if (await this.attempt(() => send(this.path, undefined, "DELETE"))) void go("/train/results");
    else this.set({ sure: false });
  }

  /** Show a box large, on a phone. @param {number} large */
  pick(large) {
    this.set({ large });
  }
}

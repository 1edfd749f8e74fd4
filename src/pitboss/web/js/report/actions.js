/** What the reader of reports does: choose a day, close it, take its figures along. */

import { command, read, Refused } from "../api.js";
import { asCsv } from "../csv.js";
import { PageActions } from "../page.js";
import { download } from "./grid.js";
import { finished } from "./job.js";
import { newState } from "./state.js";
import { view } from "./view.js";

/** Milliseconds after which ratings are asked for again. */
const COUNTING = 1000;

/** @extends {PageActions<import("./state.js").State>} */
export class ReportActions extends PageActions {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, newState(), view);
    this.turn = 0;
  }

  async start() {
    this.draw();
    const { state } = this;
    await this.attempt(async () => {
      [state.days, state.tables] = await Promise.all([read("/api/reports/days"), read("/api/tables")]);
      state.chosen ||= state.days?.today ?? "";
    });
    await Promise.all([this.reconcile(), this.current()]);
  }

  /** @param {string} chosen */
  choose(chosen) {
    if (!chosen) return;
    this.state.chosen = chosen;
    history.replaceState(null, "", `/reports?day=${encodeURIComponent(chosen)}`);
    void this.reconcile();
  }

  /** The figures of the chosen day; those of a day that was chosen before are dropped. */
  async reconcile() {
    const turn = ++this.turn;
    const stale = () => this.over || turn !== this.turn;
    this.set({ day: null, rated: null });
    const date = encodeURIComponent(this.state.chosen);
    await this.attempt(async () => {
      const begun = await read(`/api/reports/day?date=${date}`);
      const day = await finished(begun, (job) => stale() || this.set({ job }), stale);
      if (stale()) return;
      this.set({ day });
      await this.rate(date, stale);
    });
    if (!stale()) this.draw();
  }

  /** The ratings of a day, asked for again while the odds that they rest on are being counted. @param {string} date @param {() => boolean} stale */
  async rate(date, stale) {
    for (;;) {
      const found = await this.ofTables(`ratings?day=${date}`);
      if (stale()) return;
      const rated = /** @type {import("../answers").RatingNow[]} */ (found.flat());
      this.set({ rated });
      if (!rated.some((each) => each.counting)) return;
      await new Promise((done) => setTimeout(done, COUNTING));
      if (stale()) return;
    }
  }

  /** Close the chosen day. @param {string} reason */
  async closeDay(reason) {
    const { state } = this;
    await this.attempt(async () => {
      const begun = await command("/api/reports/day/close", { day: state.chosen, reason });
      const done = await finished(
        begun,
        (job) => this.set({ job }),
        () => this.over,
      );
      if (done?.code) throw new Refused(409, done.code, done.message);
      state.days = await read("/api/reports/days");
    });
    // What the fault says stays until the day is chosen again.
    if (state.fault) this.draw();
    else await this.reconcile();
  }

  /** Take every figure of the day along, as `pitboss reconcile --csv` writes it. */
  async takeAll() {
    const { chosen } = this.state;
    await this.attempt(async () => {
      const begun = await read(`/api/reports/day/rows?date=${encodeURIComponent(chosen)}`);
      const rows = await finished(
        begun,
        () => {},
        () => this.over,
      );
      if (rows) download(`${chosen}.csv`, asCsv(rows));
    });
    this.draw();
  }

  /** What links owe, and what was paid. */
  async current() {
    const { state } = this;
    await this.attempt(async () => {
      [state.owed, state.paid] = await Promise.all([
        read("/api/reports/liability"),
        read("/api/reports/hits"),
      ]);
    });
    this.draw();
  }

  /** The answer of every table. @param {string} path @returns {Promise<any[]>} */
  ofTables(path) {
    return Promise.all(
      this.state.tables.map(({ id }) => read(`/api/tables/${encodeURIComponent(id)}/${path}`)),
    );
  }
}

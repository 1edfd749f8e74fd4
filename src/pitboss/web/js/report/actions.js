/** What the reader of reports does: choose a day, close it, take its figures along. */

import { command, read, Refused } from "../api.js";
import { asCsv } from "../csv.js";
import { PageActions } from "../page.js";
import { refusalOf } from "../words.js";
import { download } from "./grid.js";
import { handOut, unpacked } from "../lab/files.js";
import { cancel, finished } from "./job.js";
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
    this.ranges = 0;
  }

  async start() {
    this.draw();
    const { state } = this;
    await this.attempt(async () => {
      [state.days, state.tables] = await Promise.all([read("/api/reports/days"), read("/api/tables")]);
      state.chosen ||= state.days?.today ?? "";
    });
    await Promise.all([this.reconcile(), this.range(), this.current()]);
  }

  /** @param {string} chosen */
  choose(chosen) {
    if (!chosen) return;
    this.state.chosen = chosen;
    this.keep();
    void this.reconcile();
    void this.range();
  }

  /** Lay the days since another one beside the chosen day; none where it is empty. @param {string} since */
  reach(since) {
    this.state.since = since;
    this.keep();
    void this.range();
  }

  /** Keep what is asked in the address, so that it can be sent to somebody. */
  keep() {
    const { chosen, since } = this.state;
    const asked = new URLSearchParams({ day: chosen });
    if (since) asked.set("since", since);
    history.replaceState(null, "", `/reports?${asked}`);
  }

  /** The days of the range side by side; those of a range that was asked for before are dropped. */
  async range() {
    const turn = ++this.ranges;
    const stale = () => this.over || turn !== this.ranges;
    const { since, chosen } = this.state;
    this.set({ trend: null });
    if (!since) return;
    await this.attempt(async () => {
      const asked = new URLSearchParams({ first: since, last: chosen });
      const begun = await read(`/api/reports/range?${asked}`);
      const trend = await finished(begun, (job) => stale() || this.set({ job }), stale);
      if (!stale()) this.state.trend = trend;
    });
    if (!stale()) this.draw();
  }

  /** Stop what is being reconciled. */
  async cancel() {
    const { job } = this.state;
    if (job) await this.attempt(() => cancel(job));
  }

  /** Take the chosen day, or the range up to it, along as a file. @param {"pdf" | "parquet"} form */
  async takeFile(form) {
    const { chosen, since } = this.state;
    await this.attempt(async () => {
      const asked = new URLSearchParams({ first: since || chosen, last: chosen, form });
      const begun = await read(`/api/reports/file?${asked}`);
      const made = await finished(
        begun,
        (job) => this.set({ job }),
        () => this.over,
      );
      const type = form === "pdf" ? "application/pdf" : "application/vnd.apache.parquet";
      const name = since ? `${since}-to-${chosen}` : chosen;
      if (made) handOut(`${name}.${form}`, unpacked(made.file), type);
    });
    this.draw();
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

  /**
   * Close the chosen day, beside a second person where that takes two.
   *
   * @param {string} reason
   * @param {import("./closing.js").Second | null} second
   */
  async closeDay(reason, second) {
    const { state } = this;
    await this.attempt(async () => {
      const begun = await command("/api/reports/day/close", { day: state.chosen, reason, second });
      const done = await finished(
        begun,
        (job) => this.set({ job }),
        () => this.over,
      );
      if (done?.code) throw new Refused(409, done.code, await refusalOf(done));
      state.days = await read("/api/reports/days");
    });
    // What the fault says stays until the day is chosen again.
    if (state.fault) this.draw();
    else await this.reconcile();
  }

  /** Sign off the chosen day, beside a second person of another department. @param {import("./closing.js").SecondSigns} second */
  async signOff({ name, password, note }) {
    const { state } = this;
    await this.attempt(async () => {
      const given = { day: state.chosen, second: { name, password }, note };
      await command("/api/reports/day/sign", given);
      state.days = await read("/api/reports/days");
    });
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

/** What the reader of the lab does: open a sheet, move its pays, ask, take files along. */

import { loadReasons } from "../words.js";
import { read } from "../api.js";
import { asCsv } from "../csv.js";
import { sheetId } from "../house.js";
import { PageActions } from "../page.js";
import { figuresAsCsv, handOut, unpacked } from "./files.js";
import { asPng, asSvg } from "./picture.js";
import { Query } from "./query.js";
import { returnRows } from "./return-table.js";
import { RunActions } from "./run.js";
import { meter, newState } from "./state.js";
import { view } from "./view.js";

/** @extends {PageActions<import("./state.js").State>} */
export class LabActions extends PageActions {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, newState(), view);
    const told = (/** @type {import("../answers").JobNow | null} */ job) => this.set({ job });
    this.query = new Query(told);
    this.reports = new Query(told);
    this.maps = new Query(told);
    this.run = new RunActions(this);
    this.sizes = new ResizeObserver(([box]) => {
      const { width } = box.contentRect;
      if (Math.abs(width - this.state.width) >= 1) this.set({ width });
    });
    this.ends.push(
      () => this.sizes.disconnect(),
      () => this.drop(),
      () => this.run.drop(),
    );
  }

  async start() {
    this.draw();
    const { state } = this;
    const answer = await this.answer(() =>
      Promise.all([read("/api/sheets"), read("/api/tables"), loadReasons(["gists", "mathematics"])]),
    );
    if (!answer || this.over) return;
    [state.sheets, state.tables] = answer;
    state.question.sheet = sheetId(state.sheets, state.question.sheet);
    state.question.other = sheetId(state.sheets, state.question.other);
    if (!state.sheets.some((sheet) => sheet.id === state.question.sheet))
      state.question.open(state.sheets[0]?.id ?? "");
    void this.run.resume();
    await this.load();
  }

  /** The answer to something; null where it was refused or has become stale. @template T @param {() => Promise<T>} work @returns {Promise<T | null>} */
  async answer(work) {
    /** @type {T | null} */
    let found = null;
    const done = await this.attempt(async () => (found = await work()));
    if (!done) this.set({ busy: false });
    return found;
  }

  /** @param {string} id */
  openSheet(id) {
    this.state.question.open(id);
    Object.assign(this.state, { found: null, movables: [] });
    return this.load();
  }

  /** Ask about the sheet, and what can be moved in it. */
  async load() {
    const { question } = this.state;
    const wanted = question.sheet;
    this.ask();
    const movables = await this.answer(() => read(`/api/lab/${encodeURIComponent(wanted)}/settings`));
    if (movables && question.sheet === wanted) this.set({ movables });
  }

  ask() {
    this.state.question.keep();
    this.set({ busy: true });
    this.query.soon(() => this.count());
  }

  async count() {
    const { question } = this.state;
    const shown = meter(this.state);
    /** @param {string} id @param {string[]} [settings] */
    const odds = (id, settings = []) => question.odds(id, shown, settings, this.hasJackpot(id));
    const before = question.moved.size ? [odds(question.sheet)] : [];
    const beside = question.other ? [odds(question.other)] : [];
    const paths = [odds(question.sheet, question.settings), ...before, ...beside];
    const answer = await this.answer(() => this.query.all(paths));
    if (!answer) return;
    const found = {
      now: answer[0],
      before: before.length ? answer[1] : null,
      beside: beside.length ? answer[answer.length - 1] : null,
    };
    this.set({ found, busy: false });
    await this.map(found);
  }

  /** Map best play by the Dealer's face-up card, where the Dealer has one. @param {NonNullable<import("./state.js").State["found"]>} found */
  async map(found) {
    const { question } = this.state;
    const asked = [found.now, found.beside].filter((odds) => odds?.strategy?.by_hand);
    const paths = asked.map((odds) => question.faceUp(odds?.sheet ?? "", odds?.settings ?? []));
    const answer = paths.length ? await this.answer(() => this.maps.all(paths)) : null;
    if (!answer || this.state.found !== found) return;
    this.set({ found: { ...found, faceUp: new Map(asked.map((odds, place) => [odds, answer[place]])) } });
  }

  /** @param {string} id */
  hasJackpot(id) {
    return this.state.sheets.find((sheet) => sheet.id === id)?.jackpot ?? true;
  }

  /** Move a setting of the sheet. @param {string} path @param {string} value */
  move(path, value) {
    const entry = this.state.movables.find((each) => each.path === path);
    if (entry) this.state.question.move(entry, value);
    this.ask();
  }

  /** Move everything back. */
  reset() {
    this.state.question.moved.clear();
    this.ask();
  }

  /** Ask about another displayed value; empty for today's. @param {string} value */
  display(value) {
    this.state.question.meter = value;
    this.ask();
  }

  drop() {
    this.query.drop();
    this.reports.drop();
    this.maps.drop();
  }

  cancel() {
    this.drop();
    this.set({ busy: false });
  }

  /** Take a file along, or print the card. @param {import("./files.js").FileKind} kind */
  async take(kind) {
    const { found, question } = this.state;
    if (!found) return;
    if (kind === "card") return print();
    if (kind === "svg" || kind === "png") return this.takeChart(kind);
    const name = `${question.sheet}${question.moved.size ? "-what-if" : ""}.${kind}`;
    if (kind === "json") return handOut(name, JSON.stringify(found.now, null, 2), "application/json");
    if (kind === "csv") return handOut(name, figuresAsCsv(found.now), "text/csv");
    if (kind === "returns")
      return handOut(`${question.sheet}-returns.csv`, asCsv(returnRows(found.now)), "text/csv");
    const path = question.report(kind === "pdf", meter(this.state), this.hasJackpot(question.sheet));
    const answer = await this.answer(() => this.reports.all([path]));
    if (!answer) return;
    if (kind === "pdf") handOut(name, unpacked(answer[0].pdf), "application/pdf");
    else handOut(name, answer[0].html, "text/html");
  }

  /** Take the jackpot's chart along. @param {"svg" | "png"} kind */
  async takeChart(kind) {
    const chart = this.root.querySelector("svg.chart");
    if (!(chart instanceof SVGElement)) return;
    const name = `${this.state.question.sheet}-jackpot.${kind}`;
    if (kind === "svg") return handOut(name, asSvg(chart), "image/svg+xml");
    handOut(name, await asPng(chart), "image/png");
  }
}

/** What the reader does with simulated rounds: start them, follow them, stop them, take them along. */

import { read, Refused, send } from "../api.js";
import { asCsv } from "../csv.js";
import { reasonOf } from "../page.js";
import { cancel, finished, isRunning } from "../report/job.js";
import { handOut } from "./files.js";
import { asSvg } from "./picture.js";

/** @typedef {import("../answers").JobNow} JobNow */
/** @typedef {import("./actions.js").LabActions} LabActions */
/** @typedef {import("./run-state.js").Run} Run */
/** @typedef {import("./run-state.js").RunField} RunField */
/** @typedef {import("./run-state.js").RunResult} RunResult */

/** What the server says while rounds are played. */
const PLAYING = "simulated rounds";

export class RunActions {
  /** @param {LabActions} page */
  constructor(page) {
    this.page = page;
    this.turn = 0;
    /** When the rounds were first heard of, and how many they were. */
    this.since = { at: 0, done: 0 };
  }

  /** @returns {Run} */
  get run() {
    return this.page.state.run;
  }

  /** @param {Partial<Run>} change */
  set(change) {
    this.page.set({ run: { ...this.run, ...change } });
  }

  /** @param {RunField} name @param {string} value */
  ask(name, value) {
    const fault = this.run.fault.path === name ? { path: "", message: "" } : this.run.fault;
    this.set({ asked: { ...this.run.asked, [name]: value }, fault });
  }

  async start() {
    const { asked } = this.run;
    const { question } = this.page.state;
    const body = { sheet: question.sheet, settings: question.settings, ...asked, seed: asked.seed || null };
    const mine = ++this.turn;
    this.set({ fault: { path: "", message: "" }, result: null, cancelled: false });
    await this.heeded(mine, async () => this.follow(await send("/api/simulations", body), mine));
  }

  /** Go on with a run that was begun before the page was opened. */
  async resume() {
    const mine = ++this.turn;
    const job = await read("/api/simulations/newest").catch(reasonOf);
    if (isRunning(job) && mine === this.turn) await this.heeded(mine, () => this.follow(job, mine));
  }

  /** @param {JobNow} begun @param {number} mine */
  async follow(begun, mine) {
    this.since = { at: 0, done: 0 };
    const stale = () => mine !== this.turn;
    const result = await finished(begun, (job) => isRunning(job) && this.heard(job), stale);
    if (stale()) return;
    this.set({ job: null, result, cancelled: result === null });
  }

  /** @param {JobNow} job */
  heard(job) {
    const now = performance.now();
    if (job.what !== PLAYING || !job.done) this.since = { at: 0, done: 0 };
    else if (!this.since.at) this.since = { at: now, done: job.done };
    const { at, done } = this.since;
    const rate = at && job.done > done ? ((job.done - done) * 1000) / (now - at) : 0;
    this.set({ job, rate });
  }

  /** @param {number} mine @param {() => Promise<void>} work */
  async heeded(mine, work) {
    try {
      await work();
    } catch (error) {
      if (mine === this.turn) this.set({ job: null, fault: faultOf(error) });
    }
  }

  async cancel() {
    const { job } = this.run;
    if (job) await cancel(job).catch(reasonOf);
  }

  /** Nobody looks any more; the run goes on and is found again. */
  drop() {
    this.turn++;
  }

  /** @param {import("./run-state.js").RunFile} kind */
  take(kind) {
    const { result } = this.run;
    if (!result) return;
    const name = `${result.sheet}-simulated-${result.seed}.${kind}`;
    if (kind === "json") return handOut(name, JSON.stringify(result, null, 2), "application/json");
    if (kind === "csv") return handOut(name, asCsv(runRows(result)), "text/csv");
    const chart = this.page.root.querySelector("svg.histogram");
    if (chart instanceof SVGElement) handOut(name, asSvg(chart), "image/svg+xml");
  }
}

/** A refusal with the field that it is about. @param {unknown} error */
function faultOf(error) {
  const message = reasonOf(error);
  const path = error instanceof Refused ? error.path : "";
  const told = /^(rounds|boxes|strategy|seed): (.*)$/s.exec(message);
  return told ? { path: told[1], message: told[2] } : { path, message };
}

/** Every count of a run as lines of a table. @param {RunResult} result @returns {string[][]} */
function runRows({ sheet, seed, rounds, boxes, strategy, results }) {
  /** @param {string} of @param {string} name @param {number | ""} gain @param {number} hits */
  const row = (of, name, gain, hits) =>
    [sheet, strategy, seed, rounds, boxes, of, name, gain, hits].map((cell) => String(cell));
  return [
    ["sheet", "strategy", "seed", "rounds", "boxes", "of", "name", "gain", "hits"],
    ...results.bets.flatMap((bet) => bet.rows.map((each) => row(bet.bet, each.name, each.gain, each.hits))),
    ...results.jackpot.map((line) => row("jackpot", line.title, "", line.hits)),
    ...results.house.distribution.map(([gain, hits]) => row("house", "round", gain, hits)),
  ];
}

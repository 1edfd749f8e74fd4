/** Keeps the scene of a table as the server has it: the table, the sign of its link, and what may be done. */

import { gameName } from "../words.js";
import { read, Refused } from "../api.js";
import { readFelts } from "../house.js";
import { heedRefused } from "../play/watch.js";
import { DEAD, SingleFlight } from "../single-flight.js";
import { follow } from "../stream.js";
import { keepLast, lastResult } from "./last.js";
import { largeBox, phase } from "./scene.js";
import { lossOf } from "./told.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").TableNow} TableNow */
/** @typedef {import("./scene.js").FeltNow} FeltNow */

/** Milliseconds for which a change that is known of may be under way in the stream. */
const LATE = 3000;

export class TableFollower {
  /**
   * @param {Scene} scene
   * @param {() => void} changed
   * @param {() => void} closed the bets of a round are closed
   */
  constructor(scene, changed, closed) {
    this.scene = scene;
    this.changed = changed;
    this.closed = closed;
    this.path = `/api/tables/${encodeURIComponent(scene.id)}`;
    /** @type {FeltNow[]} */
    this.felts = [];
    this.over = false;
    const outdated = () => scene.me !== null && scene.legal?.version !== scene.table?.version;
    this.legal = new SingleFlight(outdated, () => this.ask());
    this.late = 0;
    /**
     * What the sign of the link shows. What a table says of its link is as old as the table's last event.
     *
     * @type {string | null}
     */
    this.displayed = null;
    /** @type {(() => void)[]} */
    this.streams = [];
  }

  /** Follow the table and its link. @returns {Promise<boolean>} whether there is such a table */
  async start() {
    const [tables, felts] = await Promise.all([read("/api/tables"), readFelts()]);
    const table = tables.find((/** @type {TableNow} */ each) => each.id === this.scene.id);
    if (this.over) return true;
    if (!table) return false;
    this.felts = felts;
    this.hear(table);
    this.streams.push(
      follow(`${this.path}/stream`, { table: (/** @type {TableNow} */ now) => this.hear(now) }, (fresh) => {
        this.scene.fresh = fresh;
        this.changed();
        if (fresh === "live") void this.refresh();
      }),
    );
    if (table.link) {
      const sign = (/** @type {import("../answers").SignNow} */ now) => this.hearSign(now);
      this.streams.push(follow(`/api/links/${encodeURIComponent(table.link)}/stream`, { sign }));
    }
    return true;
  }

  /** @param {TableNow} table */
  hear(table) {
    const { scene, displayed } = this;
    const [before, seats] = [scene.table?.round, scene.table?.seats];
    if (before?.number !== table.round?.number) {
      scene.advice.clear();
      Object.assign(scene, { summary: false, tip: null });
    }
    scene.table = displayed === null ? table : { ...table, displayed };
    scene.felt = this.felts.find((felt) => felt.sheet === table.sheet) ?? scene.felt;
    scene.heard = performance.now();
    scene.chip ||= table.denominations[1] ?? table.denominations[0] ?? "";
    if (before && before.phase === "betting" && phase(scene) === "playing") {
      scene.picked = null;
      this.closed();
    }
    document.title = `${table.id} · ${gameName(table.title)}`;
    if (!before) scene.at = { box: largeBox(scene), bet: "ante" };
    scene.told = lossOf(scene, seats) ?? scene.told;
    keepLast(scene);
    scene.last = lastResult(scene);
    this.changed();
    void this.refresh();
  }

  /** @param {import("../answers").SignNow} sign */
  hearSign({ displayed, pending }) {
    this.displayed = displayed;
    this.scene.wins = pending.filter((win) => win.table === this.scene.id);
    if (this.scene.table) this.scene.table = { ...this.scene.table, displayed };
    this.changed();
  }

  /** Learn what may be done now; asked for after each change. */
  refresh() {
    return this.legal.refresh();
  }

  async ask() {
    const { scene } = this;
    scene.legal = await read(`${this.path}/legal`, DEAD);
    heedRefused(scene.legal?.refused ?? []);
    this.changed();
    // Newer than the table: the stream is about to bring it. Older: the table has changed meanwhile.
    const early = (scene.legal?.version ?? 0) > (scene.table?.version ?? 0);
    if (early) this.awaitChange();
    return !early;
  }

  /** Ask again what may be done: something beside the table has changed it. */
  async askAnew() {
    // An answer that is under way may be of before.
    await this.legal.flight;
    if (this.scene.legal) this.scene.legal = { ...this.scene.legal, version: -1 };
    await this.refresh();
  }

  /** Look for a change that is known of, or may be, where the stream does not bring it in time. */
  awaitChange() {
    clearTimeout(this.late);
    this.late = setTimeout(() => void this.catchUp(), LATE);
  }

  /** Read the table itself where its stream has not brought what was decided by, or what was done. */
  async catchUp() {
    const { scene } = this;
    if (this.over || scene.legal?.version === scene.table?.version) return;
    try {
      const table = await read(this.path, DEAD);
      if (this.over) return;
      if (table.version > (scene.table?.version ?? 0)) this.hear(table);
      else void this.refresh();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.awaitChange();
    }
  }

  close() {
    this.over = true;
    this.legal.close();
    clearTimeout(this.late);
    for (const stop of this.streams) stop();
  }
}

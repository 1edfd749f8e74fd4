/** What the console of a table knows, and the one way in which it sends. */

import { command, read, Refused } from "../api.js";
import { DEAD, SingleFlight } from "../single-flight.js";
import { waiting } from "../waiting.js";
import { t } from "../words.js";

/** @typedef {import("../answers").TableNow} TableNow */
/** @typedef {import("../answers").FeltNow} FeltNow */
/** @typedef {import("../answers").LegalNow} LegalNow */
/** @typedef {import("../answers").Signature} Signature */
/** @typedef {import("../stream.js").Freshness} Freshness */
/** @typedef {import("../dom.js").Kids} Kids */
/** @typedef {{message: string, clauses: readonly string[], own?: boolean, code?: string, place?: string, reason?: import("../message.js").Reason}} Fault an answer of the API, or `own` in the language of the reader, and where it is shown */

export class Desk {
  /** @param {string} id @param {() => void} changed called when there is something to show */
  constructor(id, changed) {
    this.id = id;
    this.changed = changed;
    this.path = `/api/tables/${encodeURIComponent(id)}`;
    /** @type {TableNow | null} */
    this.table = null;
    /** @type {FeltNow | null} */
    this.felt = null;
    /** @type {LegalNow | null} */
    this.legal = null;
    /** What a reading shoe has sent that cannot be, and why. @type {{text: string, reason: import("../words.js").Reason | null} | null} */
    this.doubt = null;
    /** The sign of its link. @type {import("../answers").SignNow | null} */
    this.sign = null;
    /** @type {Freshness} */
    this.fresh = "connecting";
    this.busy = false;
    /** The panel that is open at the side, and how another is opened. */
    this.panel = "";
    this.open = (/** @type {string} */ _name) => {};
    /** Where what is sent next comes from: the key of a form, or a part of the page. */
    this.place = "";
    /** What was refused last. @type {Fault | null} */
    this.fault = null;
    /** What was done last, in words. */
    this.said = "";
    this.outdated = false;
    this.asking = new SingleFlight(
      () => this.outdated,
      () => this.ask(),
    );
    /** What was sent last, until what may be done then is known. @type {Promise<unknown>} */
    this.last = Promise.resolve();
    this.sending = "";
  }

  get sheet() {
    return this.table?.sheet ?? "";
  }

  get phase() {
    return this.table?.round?.phase ?? "none";
  }

  /** Whether a round is under way. */
  get playing() {
    return this.phase !== "none" && this.phase !== "settled";
  }

  /** The numbers of the boxes, clockwise. */
  get boxes() {
    return Array.from({ length: this.table?.boxes ?? 0 }, (_, place) => place + 1);
  }

  /** @param {number} number */
  box(number) {
    return this.table?.round?.boxes.find((box) => box.number === number) ?? null;
  }

  /** The player of a box: the one who bets on it, or sits there. @param {number} number */
  holder(number) {
    const seat = this.table?.seats.find((each) => each.box === number);
    return (this.playing && this.box(number)?.player) || seat?.player || null;
  }

  /** Whether an act may be sent as it is. @param {string} name */
  may(name) {
    return this.legal?.acts.some((found) => found.act === name) ?? false;
  }

  /** Why an act may not be sent. @param {string} name */
  whyNot(name) {
    return this.legal?.refused.find((found) => found.act.act === name) ?? null;
  }

  /** Ask what may be done now; the last time after everything that came before. */
  refresh() {
    this.outdated = true;
    return this.asking.refresh();
  }

  async ask() {
    this.outdated = false;
    const reads = this.table?.cards === "outside" && this.playing;
    const asked = [read(`${this.path}/legal`, DEAD), reads ? read(`${this.path}/read`, DEAD) : null];
    try {
      const [legal, reading] = await Promise.all(asked);
      this.legal = legal;
      this.doubt = reading?.doubt ? { text: reading.doubt, reason: reading.reason ?? null } : null;
    } catch (error) {
      this.outdated = true;
      throw error;
    }
    this.changed();
    return true;
  }

  /**
   * Send an act for the round that is on.
   *
   * @param {object} act
   * @param {string} said
   * @param {Signature | null} [confirm]
   * @param {Signature | null} [second] who signs too for its amount
   */
  act(act, said, confirm = null, second = null) {
    // The betting is shown as the table tells it, which may be before it is known what may be done then.
    const round = this.phase === "betting" ? this.table?.round?.number : this.legal?.round;
    const body = { act, round, ...(confirm && { confirm }), ...(second && { second }) };
    return this.send(`${this.path}/acts`, body, said);
  }

  /** Send something about the table itself. @param {string} what @param {object} body @param {string} said */
  tell(what, body, said) {
    return this.send(`${this.path}/${what}`, body, said);
  }

  /**
   * Send a command after those before it, and learn what may be done then. What is sent twice while it is under way
   * was pressed twice.
   *
   * @param {string} path
   * @param {object} body
   * @param {string} said what is said when it is done
   * @returns {Promise<boolean>} whether it was
   */
  send(path, body, said) {
    const what = JSON.stringify([path, body]);
    if (this.busy && what === this.sending) return Promise.resolve(false);
    this.sending = what;
    this.busy = true;
    const { place } = this;
    this.place = "";
    const done = this.last.then(() => this.carry(path, body, said, place));
    this.last = done;
    return done;
  }

  /** @param {string} path @param {object} body @param {string} said @param {string} place */
  async carry(path, body, said, place) {
    this.busy = true;
    this.changed();
    try {
      await command(path, body);
      waiting.lookSoon();
      this.fault = null;
      this.said = said;
      return true;
    } catch (error) {
      this.fault = { ...faultOf(error), place };
      return false;
    } finally {
      await this.refresh();
      this.busy = this.sending !== JSON.stringify([path, body]);
      this.changed();
    }
  }
}

/** The place of what was refused in the panel at the side, beside its forms. */
export const PANEL = "panel";

/** Something beside the round that staff see to. */
export class Panel {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
  }

  /** @returns {Kids} */
  draw() {
    return null;
  }

  /** Called when the panel is opened, and when the table or its link has changed. */
  async refresh() {}

  /** What the API has at a path; where it refuses, that is shown and nothing found. @param {string} path @returns {Promise<any>} */
  async read(path) {
    try {
      return await read(path);
    } catch (error) {
      this.desk.fault = { ...faultOf(error), place: PANEL };
      return null;
    }
  }
}

/** What was refused, to be shown; anything else is a fault of the page. @param {unknown} error @returns {Fault} */
export function faultOf(error) {
  if (!(error instanceof Refused)) throw error;
  const { message, clauses, code } = error;
  return { message: message || t("fault.no_answer"), clauses, own: true, code };
}

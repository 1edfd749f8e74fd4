/** What is done to accounts: read, made, acted on by one person or by two, and signed out of. */

import { command, read, send } from "../api.js";
import { focusOn, PageActions } from "../page.js";
import { pathOf } from "../proposals.js";
import { forget, may, session } from "../session.js";
import { askToSignIn } from "../sign-in.js";
import { t } from "../words.js";
import { newState } from "./state.js";
import { view } from "./view.js";

/** @typedef {import("./state.js").PersonNow} PersonNow */

/** Rows of a page of the API. */
const PAGE = 200;

/** @extends {PageActions<import("./state.js").State>} */
export class PeopleActions extends PageActions {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, newState(), view);
  }

  async start() {
    this.draw();
    if (!session()) return;
    await this.refresh();
    const first = new URLSearchParams(location.search).get("name");
    if (first && may("read_people")) await this.look(first);
  }

  /** @param {() => unknown} work */
  async attempt(work) {
    const done = await super.attempt(work);
    if (!done) this.set({ notice: "" });
    return done;
  }

  /** Send a command, show its secret this once, and say what was done. @param {string} path @param {object} body @param {string} notice */
  carry(path, body, notice) {
    return this.attempt(async () => {
      const { shown: once } = await command(path, body);
      Object.assign(this.state, { once, notice });
    });
  }

  /** @param {{name: string, kind: string, reason: string}} account */
  async make(account) {
    const done = await this.attempt(async () => {
      const made = await command("/api/people", account);
      await this.look(made.account.name);
    });
    if (done) await this.refresh();
    return done;
  }

  /** Act on the account that is shown. @param {object} act @param {string} reason */
  async act(act, reason) {
    const name = this.state.shown?.account.name ?? "";
    const path = `/api/people/${encodeURIComponent(name)}/acts`;
    const done = await this.carry(path, { act, reason }, t("people.done"));
    if (done) await Promise.all([this.look(name), this.refresh()]);
    return done;
  }

  /** Lower a limit or set a break for the player who is shown and asks for it. @param {"limits" | "break"} what @param {object} body */
  async protect(what, body) {
    const name = this.state.shown?.account.name ?? "";
    const done = await this.attempt(() => command(`/api/players/${encodeURIComponent(name)}/${what}`, body));
    if (done) {
      this.state.notice = t("people.done");
      await this.look(name);
    }
    this.draw();
    return done;
  }

  /** Set a break for the player who is shown and asks for it; one of more than a day takes a second person. @param {number} days @param {string} reason */
  keepAway(days, reason) {
    if (days === 1) return this.protect("break", { days, reason });
    return this.propose({ act: "set_break", player: this.state.shown?.account.name ?? "", days }, reason);
  }

  /** Propose what takes a second person. @param {object} act @param {string} reason */
  async propose(act, reason) {
    const done = await this.carry("/api/proposals", { act, reason }, t("people.proposed"));
    if (done) await this.refresh();
    return done;
  }

  /** @param {import("./state.js").ProposalNow} one @param {"approve" | "reject" | "withdraw"} way @param {object} body */
  async answer(one, way, body) {
    const notice = way === "approve" ? t("people.approved") : t("people.done");
    const done = await this.carry(pathOf(one, way), body, notice);
    await this.refresh();
    const { shown } = this.state;
    if (shown) await this.look(shown.account.name);
    return done;
  }

  /** Send something about one's own account. @param {string} path @param {object | undefined} body @param {string} [method] */
  async send(path, body, method) {
    const done = await this.attempt(() => send(path, body, method));
    this.draw();
    return done;
  }

  /** Every session has ended. */
  signedOut() {
    forget();
    void askToSignIn();
  }

  /** Show an account with everything that happened to it. @param {string} name */
  async look(name) {
    await this.attempt(async () => {
      const path = `/api/people/${encodeURIComponent(name)}`;
      /** @type {PersonNow} */
      const found = await read(path);
      let happened = found.happened;
      for (let more = happened; more.length === PAGE;) {
        more = (await read(`${path}?after=${more[PAGE - 1].version}`)).happened;
        happened = [...happened, ...more];
      }
      this.state.play =
        found.account.kind === "player" ? await read(`/api/players/${encodeURIComponent(name)}/play`) : null;
      this.show({ ...found, happened });
    });
    this.draw();
  }

  /** @param {PersonNow | null} shown */
  show(shown) {
    const name = shown?.account.name;
    const other = name !== this.state.shown?.account.name;
    history.replaceState(null, "", name ? `/people?name=${encodeURIComponent(name)}` : "/people");
    this.set({ shown });
    if (other && shown) focusOn(this.root, "#people-person");
  }

  async refresh() {
    await this.attempt(async () => {
      const { state } = this;
      state.sessions = await read("/api/session/open");
      if (!may("read_people")) return;
      state.accounts = await everybody();
      const waiting = /** @type {import("./state.js").ProposalNow[]} */ (
        await read("/api/proposals?waiting=true")
      );
      state.proposals = waiting.filter((one) => /^(account|limits)\//.test(one.subject));
    });
    this.draw();
  }
}

async function everybody() {
  /** @type {import("./state.js").AccountNow[]} */
  const found = [];
  for (let more = await read("/api/people"); more.length;) {
    found.push(...more);
    if (more.length < PAGE) break;
    more = await read(`/api/people?after=${encodeURIComponent(found[found.length - 1].name)}`);
  }
  return found;
}

/** What the reader of the audit does: begin one, follow it, cancel it. */

import { read, send } from "../api.js";
import { followLog } from "../cosignatures.js";
import { handOut } from "../lab/files.js";
import { PageActions } from "../page.js";
import { cancel, finished } from "../report/job.js";
import { newState } from "./state.js";
import { view } from "./view.js";

/** An audit goes on when the page is left, and is found again. */
const KEY = "pitboss.audit";

/** @extends {PageActions<import("./state.js").State>} */
export class AuditActions extends PageActions {
  /** @param {HTMLElement} root @param {string | undefined} number of an audit that was kept */
  constructor(root, number) {
    super(root, newState(number), view);
    this.ends.push(followLog((log) => this.set({ log })));
  }

  /** Show the checkpoints, and the audit that was begun before. */
  async start() {
    this.draw();
    await this.attempt(async () => {
      const [checkpoints, audits] = await Promise.all([read("/api/checkpoints"), read("/api/audits")]);
      this.set({ checkpoints, audits });
      if (this.state.number !== undefined) return this.open(this.state.number);
      const known = sessionStorage.getItem(KEY);
      sessionStorage.removeItem(KEY);
      if (known) await this.follow(await read(`/api/counts/${encodeURIComponent(known)}`));
    });
    this.draw();
  }

  /** Show an audit that was kept. @param {string} number */
  async open(number) {
    const kept = await read(`/api/audits/${encodeURIComponent(number)}`);
    this.set({ found: kept.report, kept: kept.audit });
  }

  /** Take a kept audit along, whole, as it was found. */
  async take() {
    const { kept } = this.state;
    if (!kept) return;
    await this.attempt(async () => {
      const whole = await read(`/api/audits/${kept.number}`);
      handOut(`audit-${kept.number}.json`, JSON.stringify(whole, null, 2), "application/json");
    });
    this.draw();
  }

  async begin() {
    Object.assign(this.state, { found: null, kept: null });
    if (this.state.number !== undefined) history.replaceState(null, "", "/audit");
    this.state.number = undefined;
    await this.attempt(async () => this.follow(await send("/api/audit")));
    this.draw();
  }

  async cancel() {
    const { job } = this.state;
    if (job) await this.attempt(() => cancel(job));
  }

  /** @param {import("./state.js").JobNow} begun */
  async follow(begun) {
    const { state } = this;
    sessionStorage.setItem(KEY, begun.id);
    state.found = await finished(
      begun,
      (job) => this.set({ job }),
      () => this.over,
    );
    if (this.over) return;
    state.kept = state.found?.kept ?? null;
    state.audits = await read("/api/audits");
    if (state.job?.state === "cancelled") sessionStorage.removeItem(KEY);
    state.checkpoints = await read("/api/checkpoints");
  }
}

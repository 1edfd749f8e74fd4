/** What the reader of the audit does: begin one, follow it, cancel it. */

import { read, send } from "../api.js";
import { followLog } from "../cosignatures.js";
import { PageActions } from "../page.js";
import { cancel, finished } from "../report/job.js";
import { newState } from "./state.js";
import { view } from "./view.js";

/** An audit goes on when the page is left, and is found again. */
const KEY = "pitboss.audit";

/** @extends {PageActions<import("./state.js").State>} */
export class AuditActions extends PageActions {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, newState(), view);
    this.ends.push(followLog((log) => this.set({ log })));
  }

  /** Show the checkpoints, and the audit that was begun before. */
  async start() {
    this.draw();
    await this.attempt(async () => {
      this.set({ checkpoints: await read("/api/checkpoints") });
      const known = sessionStorage.getItem(KEY);
      sessionStorage.removeItem(KEY);
      if (known) await this.follow(await read(`/api/counts/${encodeURIComponent(known)}`));
    });
    this.draw();
  }

  async begin() {
    this.state.found = null;
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
    if (state.job?.state === "cancelled") sessionStorage.removeItem(KEY);
    state.checkpoints = await read("/api/checkpoints");
  }
}

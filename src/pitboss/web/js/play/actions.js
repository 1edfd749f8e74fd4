/** What players do about their own play: set limits, take a break, choose and answer reality checks. */

import { command } from "../api.js";
import { PageActions } from "../page.js";
import { t } from "../words.js";
import { newState } from "./state.js";
import { view } from "./view.js";
import { play } from "./watch.js";

/** @extends {PageActions<import("./state.js").State>} */
export class PlayActions extends PageActions {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, newState(), view);
    this.ends.push(play.onChange(() => this.set({ play: play.now })));
  }

  async start() {
    this.set({ play: play.now });
    await play.look();
    this.set({ play: play.now });
  }

  /** @param {string} path below `/api/my` @param {object} body @param {string} notice */
  async send(path, body, notice) {
    const done = await this.attempt(() => command(`/api/my/${path}`, body));
    this.set({ notice: done ? notice : "" });
    if (done) await play.look();
    return done;
  }

  /** Set a limit, or take it away. @param {import("../answers").OwnLimitNow["limit"]} limit @param {{amount?: string, minutes?: number}} value */
  limit(limit, value) {
    return this.send("limits", { limit, ...value }, t("play.set_done"));
  }

  /** @param {number} days */
  rest(days) {
    return this.send("break", { days }, t("play.break_done"));
  }

  /** @param {number} minutes */
  every(minutes) {
    return this.send("reality-check", { minutes }, t("play.check_done"));
  }

  goOn() {
    return this.send("reality-check/answer", {}, t("play.answered"));
  }
}

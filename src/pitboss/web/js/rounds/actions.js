/** What the reader does with past rounds: search, clear the form, go on to the next page of what was found. */

import { read } from "../api.js";
import { PageActions, reasonOf } from "../page.js";
import { session } from "../session.js";
import { FIELDS, queryOf } from "./form.js";
import { newState } from "./state.js";
import { view } from "./view.js";

/** @extends {PageActions<import("./state.js").State>} */
export class RoundsActions extends PageActions {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, newState(location.search), view);
    this.turn = 0;
    this.ends.push(() => this.turn++);
  }

  start() {
    this.draw();
    if (!session()) return;
    void Promise.all([read("/api/tables"), read("/api/sheets")]).then(
      ([tables, sheets]) =>
        this.set({
          tables: tables.map((/** @type {{id: string}} */ table) => table.id),
          sheets: new Map(sheets.map((/** @type {import("./state.js").SheetNow} */ each) => [each.id, each])),
        }),
      () => {},
    );
    void this.search();
  }

  submit() {
    const { asked } = this.state;
    for (const name of [...asked.keys()]) if (!FIELDS.includes(name)) asked.delete(name);
    history.replaceState(null, "", asked.size ? `/rounds?${asked}` : "/rounds");
    void this.search();
  }

  clear() {
    for (const name of FIELDS) this.state.asked.delete(name);
    history.replaceState(null, "", "/rounds");
    void this.search();
  }

  /** Search; the answer to an older question is dropped. @param {number | null} [from] the next page begins there */
  async search(from = null) {
    const mine = ++this.turn;
    const { state } = this;
    this.set({ busy: true, fault: "" });
    /** @type {Partial<import("./state.js").State>} */
    let change;
    try {
      const answer = await read(`/api/rounds?${queryOf(state.asked, from)}`);
      const rounds = from === null ? answer.rounds : [...state.rounds, ...answer.rounds];
      change = { rounds, cursor: answer.cursor, searched: true };
    } catch (error) {
      change = { fault: reasonOf(error) };
    }
    if (mine === this.turn) this.set({ ...change, busy: false });
  }
}

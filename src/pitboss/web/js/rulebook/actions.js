/** What the reader of the rulebook does: search, pick a clause, lay another sheet beside it. */

import { read } from "../api.js";
import { sheetId } from "../house.js";
import { PageActions } from "../page.js";
import { go } from "../router.js";
import { gameName, loadReasons, t } from "../words.js";
import { Files } from "./clause.js";
import { pathOf, readClauses, readSheets } from "./clauses.js";
import { newState, sheetOf } from "./state.js";
import { view } from "./view.js";

/** @typedef {import("./state.js").SheetNow} SheetNow */

/** @extends {PageActions<import("./state.js").State>} */
export class RulebookActions extends PageActions {
  /** @param {HTMLElement} root @param {string | undefined} wanted @param {string | undefined} clause */
  constructor(root, wanted, clause) {
    super(root, newState(wanted, clause), view);
    this.files = new Files(() => this.draw());
  }

  async start() {
    this.draw();
    await this.attempt(() =>
      Promise.all([this.load(), loadReasons(["gists", "irregularities", "explanation", "comparison"])]),
    );
    this.draw();
    if (!sheetOf(this.state) || this.over) return;
    this.root.querySelector(".clauses [aria-current]")?.scrollIntoView({ block: "center" });
    scrollTo(0, 0);
  }

  async load() {
    const { state } = this;
    state.sheets = await readSheets();
    if (state.wanted !== undefined) state.wanted = sheetId(state.sheets, state.wanted);
    if (state.other) state.other = sheetId(state.sheets, state.other);
    const { wanted, other } = state;
    const sheet = sheetOf(state);
    if (wanted !== undefined && !sheet) state.fault = t("rulebook.no_sheet", { sheet: wanted });
    this.draw();
    if (wanted === undefined) return this.loadSearched();
    if (!sheet || this.over) return;
    document.title = `${gameName(sheet.title)} · ${t("rulebook.title")}`;
    if (!other || !state.sheets.some((each) => each.id === other)) return this.loadClauses(sheet);
    const path = `/api/sheets/${encodeURIComponent(sheet.id)}/compare/${encodeURIComponent(other)}`;
    state.differences = await read(path);
  }

  /** @param {SheetNow} sheet */
  async loadClauses(sheet) {
    this.state.clauses.set(sheet.id, await readClauses(sheet));
  }

  /** @param {string} query */
  search(query) {
    this.set({ query });
    const { wanted, sheets } = this.state;
    // Until the sheets are there, whoever loads them looks for the words; a reason why they are not there stays.
    if (wanted !== undefined || !sheets.length) return;
    void this.attempt(() => this.loadSearched()).then(() => this.draw());
  }

  /** The clauses of all sheets, if words are looked for in them. */
  async loadSearched() {
    const { query, sheets } = this.state;
    if (query) await Promise.all(sheets.map((sheet) => this.loadClauses(sheet)));
  }

  /** Lay another sheet beside one; none where it is empty. @param {SheetNow} sheet @param {string} other */
  compare(sheet, other) {
    void go(other ? `${pathOf(sheet.id)}?with=${encodeURIComponent(other)}` : pathOf(sheet.id));
  }

  /** Show a clause of the sheet that is open, without opening the page anew. @param {MouseEvent} event @param {SheetNow} sheet @param {import("./state.js").ClauseNow} clause */
  pick(event, sheet, clause) {
    if (sheet.id !== this.state.wanted || event.button || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    event.preventDefault();
    history.pushState(null, "", pathOf(sheet.id, clause.clause));
    this.set({ selected: clause.clause });
    const pane = this.root.querySelector(".pane");
    if (pane && pane.getBoundingClientRect().top < 0) pane.scrollIntoView({ block: "start" });
  }
}

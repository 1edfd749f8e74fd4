/** The console of a table: the desk drawn after each change, and what a press or a key does. */

import { read } from "../api.js";
import { readFelts } from "../house.js";
import { render } from "../dom.js";
import { focusOn, oncePerFrame } from "../page.js";
import { may } from "../session.js";
import { follow } from "../stream.js";
import { t, loadReasons } from "../words.js";
import { BetLine } from "./bet-line.js";
import { BOARD } from "./board.js";
import { enterCards } from "./card-entry.js";
import { fillIn } from "./fields.js";
import { Out } from "./cards.js";
import { Desk, Panel, PANEL } from "./desk.js";
import { showHelp } from "./head.js";
import { actOf, onKey } from "./keys.js";
import { PANELS } from "./panels.js";
import { SettlementPreview } from "./settlement.js";
import { AS_DUE, NEXT, newEntry } from "./task-panel.js";
import { taskKey, taskOf } from "./task.js";
import { view } from "./view.js";

/** @typedef {import("../answers").TableNow} TableNow */
/** @typedef {import("../answers").FeltNow} FeltNow */

export class ConsolePage {
  /** @param {HTMLElement} root @param {string} id */
  constructor(root, id) {
    this.root = root;
    this.over = false;
    this.changed = oncePerFrame(() => this.draw());
    this.desk = new Desk(id, this.changed);
    this.out = new Out(this.desk);
    this.settlement = new SettlementPreview(this.desk);
    this.entry = newEntry();
    this.betLine = new BetLine(this.desk, () => void this.go());
    /** The bet that is entered next. */
    this.aim = { box: 1, bet: "ante" };
    this.tab = Math.max(0, placeOf(location.hash.slice(1)));
    this.desk.panel = PANELS[this.tab].name;
    this.desk.open = (name) => void this.openPanel(name);
    /** The task whose field has had the focus. */
    this.shown = "";
    /** @type {Map<number, Panel>} */
    this.panels = new Map();
    /** @type {Map<number, Promise<void>>} */
    this.loads = new Map();
    this.blank = new Panel(this.desk);
    this.taskHandlers = this.onTask();
    this.boardHandlers = this.onBoard();
    const keyed = (/** @type {KeyboardEvent} */ event) => this.key(event);
    addEventListener("keydown", keyed);
    /** @type {(() => void)[]} */
    this.ends = [() => removeEventListener("keydown", keyed)];
  }

  /** Follow the table and its link. @returns {Promise<boolean>} whether there is such a table */
  async start() {
    const { desk } = this;
    const [tables, felts] = await Promise.all([
      read("/api/tables"),
      readFelts(),
      loadReasons(["gists", "irregularities", "explanation"]),
    ]);
    const table = tables.find((/** @type {TableNow} */ each) => each.id === desk.id);
    if (!table || this.over) return this.over;
    desk.felt = felts.find((/** @type {FeltNow} */ felt) => felt.sheet === table.sheet) ?? null;
    this.hear(table);
    const hear = (/** @type {TableNow} */ now) => this.hear(now);
    const sign = (/** @type {import("../answers").SignNow} */ now) => this.hearSign(now);
    this.ends.push(
      follow(`${desk.path}/stream`, { table: hear }, (fresh) => {
        desk.fresh = fresh;
        this.changed();
      }),
    );
    if (table.link) this.ends.push(follow(`/api/links/${encodeURIComponent(table.link)}/stream`, { sign }));
    return true;
  }

  /** @param {TableNow} table */
  hear(table) {
    this.desk.table = table;
    this.changed();
    void this.desk.refresh();
    void this.panel.refresh();
  }

  /** @param {import("../answers").SignNow} sign */
  hearSign(sign) {
    this.desk.sign = sign;
    this.changed();
    if (this.desk.table?.pending.length) void this.desk.refresh();
    if (PANELS[this.tab].linked) void this.panel.refresh();
  }

  draw() {
    const { desk, root } = this;
    if (this.over || !desk.table || !desk.felt) return;
    const task = taskOf(desk);
    if (task.kind === "settle") void this.settlement.look();
    root.className = "console";
    render(root, view(this, task));
    // A form can go with the act that was refused; then the page says it at its top.
    if (desk.fault?.place && !root.querySelector(".console-fault")) {
      desk.fault = { ...desk.fault, place: "" };
      render(root, view(this, task));
    }
    this.focus(taskKey(task, desk));
  }

  /** When something else is due, its field has the focus, unless the reader is busy elsewhere. @param {string} key */
  focus(key) {
    if (key === this.shown) return;
    this.shown = key;
    const now = document.activeElement;
    const busy = now && now !== document.body && now !== this.root;
    if (!busy || now.closest(".next, .paying, .row-acts")) focusOn(this.root, ".entry-cards");
  }

  /** The panel that is open beside the round. */
  get panel() {
    const known = this.panels.get(this.tab);
    if (!known) void this.load(this.tab);
    return known ?? this.blank;
  }

  /** Have a panel, once its module is there. @param {number} place @returns {Promise<void>} */
  load(place) {
    const loading = this.loads.get(place) ?? this.make(place);
    this.loads.set(place, loading);
    return loading;
  }

  /** @param {number} place */
  async make(place) {
    const kind = await PANELS[place].load().catch(() => null);
    if (kind) {
      const made = new kind(this.desk);
      this.panels.set(place, made);
      await made.refresh();
    } else {
      // The server is away, or has other files by now.
      this.desk.fault = { message: t("fault.no_answer"), clauses: [], own: true, place: PANEL };
    }
    this.changed();
  }

  /** Open a panel. @param {number} place */
  turn(place) {
    this.tab = place;
    this.desk.panel = PANELS[place].name;
    if (!this.panels.has(place)) this.loads.delete(place);
    if (this.desk.fault?.place) this.desk.fault = null;
    history.replaceState(null, "", `#${PANELS[place].name}`);
    void this.panel.refresh();
    this.changed();
  }

  /** Open a panel by its name, and go to its first field. @param {string} name */
  async openPanel(name) {
    const place = placeOf(name);
    this.turn(place);
    await this.load(place);
    if (this.over || this.tab !== place) return;
    this.draw();
    const panel = this.root.querySelector("#panel");
    panel?.scrollIntoView({ block: "nearest" });
    if (panel) focusOn(panel, "input, select, button");
  }

  /** Do what is due, once what was sent before is done. */
  async go() {
    const { desk, entry, settlement } = this;
    const { told } = settlement;
    await desk.last;
    const task = taskOf(desk);
    if (desk.fresh === "silent") return;
    desk.place = NEXT;
    if (task.kind === "cards" || task.kind === "name" || entry.target !== AS_DUE) {
      if (!entry.typed && desk.table?.cards === "shoe" && task.kind === "cards") return this.fromShoe();
      return void enterCards(desk, task, entry, this.out);
    }
    if (task.kind === "sign_on")
      return void desk.tell("crew", { position: "dealer" }, t("console.did_sign_on"));
    if (task.fault) return;
    if (task.kind === "closed" && may("open_table")) return void desk.tell("open", {}, t("console.did_open"));
    if (task.kind === "begin") return void desk.tell("rounds", {}, t("phase.betting"));
    if (task.kind === "close") return void desk.act({ act: "close" }, t("says.no_more_bets"));
    if (task.kind === "reveal") return void desk.act({ act: "reveal" }, t("console.did_reveal"));
    if (task.kind === "settle") return void this.settle(told);
  }

  /** Pay what was told when the Dealer pressed, and nothing that nobody has seen. @param {string} told */
  async settle(told) {
    const { desk, settlement } = this;
    await settlement.look();
    // What may be done and what would be paid are asked for one after the other: a change may come in between.
    for (let tries = 0; tries < 5 && !settlement.ready; tries++) {
      await desk.refresh();
      await settlement.look(true);
    }
    if (!settlement.ready || settlement.told !== told) {
      desk.said = t("console.pay_changed");
      return this.changed();
    }
    desk.place = NEXT;
    const wins = (settlement.preview?.claims.length ?? 0) > 0;
    void desk.act({ act: "settle" }, wins ? t("console.did_enter_win") : t("console.did_settle"));
  }

  /** Open the correction of what was recorded last, with its place and card filled in. */
  async fixLast() {
    const { last } = this.entry;
    if (!last) return;
    await this.openPanel("corrections");
    fillIn(this.root.querySelector("#panel form"), { at: last.place, recorded: last.cards[0] });
  }

  fromShoe() {
    this.desk.place = NEXT;
    void this.desk.tell("deal", { round: this.desk.legal?.round }, t("console.did_deal"));
  }

  /** @returns {import("./task-panel.js").TaskHandlers} */
  onTask() {
    const { entry } = this;
    const change = (/** @type {Partial<typeof entry>} */ now) => {
      Object.assign(entry, now);
      this.changed();
    };
    return {
      go: () => void this.go(),
      type: (typed) => change({ typed, warning: "", warned: "" }),
      aim: (target) => change({ target, warning: "", warned: "" }),
      open: () => change({ deck: !entry.deck }),
      fromShoe: () => this.fromShoe(),
      fixLast: () => void this.fixLast(),
    };
  }

  /** @returns {import("./board.js").BoardHandlers} */
  onBoard() {
    return {
      act: (act) => {
        this.desk.place = BOARD;
        void this.desk.act(act, t("console.did_act", { box: act.box }));
      },
      cell: (box, bet) => {
        this.aim = { box, bet };
        this.changed();
        requestAnimationFrame(() => requestAnimationFrame(() => this.toBet()));
      },
    };
  }

  /** Put the focus on what a bet still needs: its player, or its amount. */
  toBet() {
    const player = /** @type {HTMLInputElement | null} */ (
      this.root.querySelector("form.bets [name=player]")
    );
    focusOn(this.root, `form.bets [name=${player?.value ? "amount" : "player"}]`);
  }

  /** Aim the bet that is entered next. @param {Partial<{box: number, bet: string}>} now */
  aimAt(now) {
    this.aim = { ...this.aim, ...now };
    // At once: the next key is typed into the field of the player of the box that was chosen.
    this.draw();
  }

  /** What the first box that is asked answers. @param {string} letter @returns {boolean} whether it may */
  decide(letter) {
    const found = actOf(letter, taskOf(this.desk).boxes?.[0], this.desk.legal?.acts ?? []);
    if (found) this.boardHandlers.act(found);
    return found !== undefined;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    onKey(event, {
      go: () => void this.go(),
      decide: (letter) => this.decide(letter),
      cards: () => focusOn(this.root, ".entry-cards"),
      panel: (place) => this.turn(place),
      undo: () => void this.betLine.undo(),
      help: showHelp,
    });
  }

  close() {
    this.over = true;
    this.desk.asking.close();
    for (const end of this.ends) end();
    this.root.className = "";
  }
}

/** @param {string} name */
function placeOf(name) {
  return PANELS.findIndex((panel) => panel.name === name);
}

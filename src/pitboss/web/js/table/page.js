/** The page of a table: its scene drawn after each change, and what a press, a drag or a key does. */

import { render } from "../dom.js";
import { cents } from "../money.js";
import { focusOn, oncePerFrame } from "../page.js";
import { onBounds } from "../play/watch.js";
import { isStaff, session } from "../session.js";
import { hue } from "../svg/small-felt.js";
import { t } from "../words.js";
import { PlayerActions } from "./actions.js";
import { advise } from "./adviser.js";
import { Animation } from "./animation.js";
import { count, deadline } from "./announcements.js";
import { dropStaleTip } from "./areas.js";
import { CommandQueue } from "./commands.js";
import { askForChips, askToLeave, showHelp } from "./dialogs.js";
import { dragChip } from "./drag.js";
import { enterTable, seatWanted } from "./entering.js";
import { favouritesOf, layFavourite, showFavourites } from "./favourites.js";
import { TableFollower } from "./follower.js";
import { onKey } from "./keyboard.js";
import { showHowTo } from "./how-to.js";
import { showPays, showRounds } from "./lookup.js";
import { plan } from "./plan.js";
import { holder, largeBox, newScene, numbers, ownBoxes, phase } from "./scene.js";
import { heed } from "./told.js";
import { view } from "./view.js";

/** @typedef {import("./scene.js").Reason} Reason */

export class TablePage {
  /** @param {HTMLElement} root @param {string} id */
  constructor(root, id) {
    this.root = root;
    this.scene = newScene(id, isStaff() ? null : (session()?.name ?? null));
    this.animation = new Animation();
    this.changed = oncePerFrame(() => this.draw());
    this.follower = new TableFollower(this.scene, this.changed, () => this.commands.keep());
    this.commands = new CommandQueue(this.scene, () => {
      this.changed();
      // What the command has changed is under way.
      this.follower.awaitChange();
    });
    this.bounded = onBounds(() => void this.follower.askAnew());
    this.actions = new PlayerActions(this.scene, this.commands, () => this.follower.refresh(), this.changed);
    this.stageHandlers = this.onStage();
    this.dockHandlers = this.onDock();
    this.room = { width: root.clientWidth || innerWidth, height: innerHeight * 0.75 };
    this.sizes = new ResizeObserver(
      ([
        {
          contentRect: { width, height },
        },
      ]) => {
        this.room = { width, height };
        this.changed();
      },
    );
    this.seconds = setInterval(() => deadline(this.scene) && this.changed(), 1000);
    this.keyed = (/** @type {KeyboardEvent} */ event) => onKey(event, this.scene, this.keys);
    this.keys = this.onKeys();
    addEventListener("keydown", this.keyed);
  }

  draw() {
    const { root, scene, animation } = this;
    const { table, felt } = scene;
    if (this.follower.over || !table || !felt) return;
    const now = plan(felt, table.boxes, this.room, largeBox(scene));
    dropStaleTip(scene);
    animation.before(now, table.round?.number ?? 0);
    root.className = `table-page ${hue(felt)}`;
    render(root, view(this, now));
    const stage = root.querySelector(".stage");
    if (stage) this.sizes.observe(stage);
    count(root, scene);
    animation.after();
    advise(scene, this.changed);
  }

  /** @param {Partial<import("./scene.js").Scene>} change */
  set(change) {
    Object.assign(this.scene, change);
    this.changed();
  }

  /** @returns {import("./stage.js").StageHandlers} */
  onStage() {
    const { scene, actions, animation } = this;
    return {
      areas: {
        press: (box, bet) => void actions.press(box, bet),
        notice: (box, bet) => actions.notice(box, bet),
        leave: () => this.set({ tip: null }),
      },
      fly: (element, from) => animation.chips(element, from),
      dealt: (element, slot) => animation.card(element, slot),
      look: (box) => void actions.look(box),
      name: (box) => actions.name(box, this.root.querySelector(".stage.phone") !== null),
      summary: () => this.set({ summary: !scene.summary }),
    };
  }

  /** @returns {import("./dock.js").DockHandlers} */
  onDock() {
    const { scene, actions, commands } = this;
    return {
      pick: (chip) => this.set({ chip }),
      drag: (chip, event) =>
        dragChip(chip, event, (box, bet) => {
          this.set({ chip });
          void actions.press(box, bet);
        }),
      buy: () => askForChips(scene, (amount, way) => commands.chips(amount, way)),
      favourites: () => showFavourites(scene, (chosen) => this.layFavourite(chosen), this.changed),
      layFavourite: (chosen) => this.layFavourite(chosen),
      help: showHelp,
      pays: () => showPays(scene),
      rounds: () => showRounds(scene),
      advise: () => {
        localStorage.setItem("pitboss.adviser", scene.adviser ? "off" : "on");
        this.set({ adviser: !scene.adviser });
      },
      send: (what) => actions.answer(what),
      leave: (box) => askToLeave(scene, box, () => void commands.leave(box)),
      show: (box) => this.set({ picked: box }),
      more: () => this.set({ more: !scene.more }),
      enter: () => void enterTable(scene.id),
      how: () => showHowTo(scene),
      sit: (box) => actions.sit(box),
      forget: () => {
        heed(scene);
        this.changed();
      },
    };
  }

  /** A seat that was asked for on the floor, or before signing in, is taken once the table is known, with chips. */
  seat() {
    const { scene, actions } = this;
    if (!seatWanted(scene.id) || scene.me === null || !scene.table?.open) return;
    const free = numbers(scene).filter((number) => holder(scene, number) === null);
    const middle = free.sort((a, b) => Math.abs(a - 4) - Math.abs(b - 4))[0];
    if (!ownBoxes(scene).length) {
      if (!middle) return this.set({ fault: { message: t("table.no_seat"), clauses: [], ours: true } });
      actions.sit(middle);
    } else if (scene.table.buy_in_most && !cents(scene.table.chips ?? "0")) this.dockHandlers.buy();
  }

  /** Lay a favourite of the reader's at their box. @param {import("./favourites.js").Favourite} chosen */
  layFavourite(chosen) {
    const { scene, commands, actions } = this;
    const tell = (/** @type {number} */ box, /** @type {string} */ bet, /** @type {Reason} */ reason) =>
      actions.tell(box, bet, reason);
    void layFavourite(scene, commands, chosen, tell);
  }

  /** @returns {import("./keyboard.js").Keys} */
  onKeys() {
    const { scene, actions, commands } = this;
    return {
      move: (box, bet) => {
        this.set({ at: { box, bet }, picked: box });
        // The area is drawn in the next frame.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => focusOn(this.root, `[data-area="${box} ${bet}"]`)),
        );
      },
      press: (box, bet) => void actions.press(box, bet),
      pick: (chip) => this.set({ chip }),
      undo: () => void (commands.mayUndo && commands.undo()),
      rebet: () => void (commands.mayRebet && commands.rebet()),
      clear: () => void (commands.mayUndo && commands.clear()),
      favourite: () => {
        const [first] = favouritesOf(scene);
        if (first && phase(scene) === "betting" && scene.sending === 0) this.layFavourite(first);
      },
      help: showHelp,
      buy: () => void (scene.table?.buy_in_most && scene.me !== null && this.dockHandlers.buy()),
      decide: (letter) => void actions.decide(letter),
    };
  }

  close() {
    this.follower.close();
    this.bounded();
    this.sizes.disconnect();
    clearInterval(this.seconds);
    removeEventListener("keydown", this.keyed);
    this.root.className = "";
  }
}

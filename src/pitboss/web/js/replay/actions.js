/** What the reader of a past round does: go to a moment, run the round, ask why a bet got what it got. */

import { loadGists } from "../words.js";
import { read, Refused } from "../api.js";
import { readFelts } from "../house.js";
import { PageActions } from "../page.js";
import { hue } from "../svg/small-felt.js";
import { Animation } from "../table/animation.js";
import { STILL } from "../table/drawing.js";
import { showWhy } from "../table/lookup.js";
import { linesOf } from "../table/scene.js";
import { proveLog } from "./log.js";
import { goTo, pastScene } from "./scene.js";
import { proveShoe } from "./shoe.js";
import { newState, readPages } from "./state.js";
import { view } from "./view.js";

/** @typedef {import("../answers").FeltNow} FeltNow */
/** @typedef {import("../answers").MomentNow} MomentNow */

/** Milliseconds for which a moment is shown while the round runs. */
const PACE = 1100;

/** @extends {PageActions<import("./state.js").State>} */
export class ReplayActions extends PageActions {
  /**
   * @param {HTMLElement} root
   * @param {string} table
   * @param {string} number
   * @param {(state: import("./state.js").State, actions: any) => import("../dom.js").Kids} [shown] another view of a round
   */
  constructor(root, table, number, shown = view) {
    super(root, newState(table, number, root), shown);
    this.animation = new Animation();
    this.handlers = this.onFelt();
    const sizes = new ResizeObserver(() => this.measure());
    sizes.observe(root);
    const keyed = (/** @type {KeyboardEvent} */ event) => this.key(event);
    addEventListener("keydown", keyed);
    this.ends.push(
      () => this.stop(),
      () => sizes.disconnect(),
      () => removeEventListener("keydown", keyed),
    );
  }

  draw() {
    const { scene, refused } = this.state;
    if (this.over || (!scene && !refused)) return;
    if (scene) this.root.className = `round-page ${scene.felt ? hue(scene.felt) : ""}`;
    super.draw();
    this.animation.after();
  }

  async start() {
    try {
      await Promise.all([this.load(), loadGists()]);
      this.draw();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.set({ refused: error });
    }
  }

  async load() {
    const { state } = this;
    const [pages, felts, tables] = await Promise.all([
      readPages(state.path),
      readFelts(),
      read("/api/tables").catch(() => []),
    ]);
    if (this.over) return;
    // What may have changed from one page to the next is as the last one has it.
    const then = { ...pages[pages.length - 1], moments: pages.flatMap((page) => page.moments) };
    const felt = felts.find((/** @type {FeltNow} */ each) => each.sheet === then.sheet) ?? null;
    const table = tables.find((/** @type {{id: string}} */ each) => each.id === state.table) ?? null;
    const wanted = then.moments.findIndex(
      (/** @type {MomentNow} */ each) => `#${each.position}` === location.hash,
    );
    const index = wanted < 0 ? then.moments.length - 1 : wanted;
    const scene = pastScene(then, felt, table);
    goTo(scene, then, index);
    this.set({ then, scene, index });
    requestAnimationFrame(() => {
      this.measure();
      this.follow();
    });
    const [shoe, log] = await Promise.all([proveShoe(then), proveLog(pages)]);
    this.set({ shoe, log });
  }

  /** What can be pressed on the felt. @returns {import("../table/drawing.js").FeltHandlers} */
  onFelt() {
    return {
      ...STILL,
      areas: {
        ...STILL.areas,
        press: (box, bet) => {
          const { scene } = this.state;
          const lines = scene ? linesOf(scene, box, bet) : [];
          if (scene && lines.length) showWhy(scene, lines);
        },
        notice: (box, bet) => {
          if (this.state.scene) this.state.scene.at = { box, bet };
        },
      },
      fly: (element, from) => this.animation.chips(element, from),
      dealt: (element, slot) => this.animation.card(element, slot),
      name: (box) => {
        if (this.state.scene) this.state.scene.picked = box;
        this.draw();
      },
    };
  }

  /** Go to a moment; a round that runs stops. @param {number} wanted */
  go(wanted) {
    this.stop();
    this.show(wanted);
  }

  /** @param {number} wanted */
  show(wanted) {
    const { then, scene, index } = this.state;
    if (!then || !scene) return;
    const next = Math.min(then.moments.length - 1, Math.max(0, wanted));
    // Things move only when time does, by one step.
    this.animation.begun = next === index + 1;
    if (next < index) this.animation.slots.clear();
    goTo(scene, then, next);
    history.replaceState(null, "", `#${then.moments[next].position}`);
    this.set({ index: next });
    this.follow();
  }

  /** Keep the moment in sight. */
  follow() {
    const line = /** @type {HTMLElement | null} */ (
      this.root.querySelector(`[data-moment="${this.state.index}"]`)
    );
    const list = line?.parentElement;
    if (line && list) list.scrollTop = line.offsetTop - list.offsetTop - list.clientHeight / 3;
  }

  get last() {
    return (this.state.then?.moments.length ?? 0) - 1;
  }

  /** Run the round from the moment that is shown, or pause. */
  play() {
    const { state } = this;
    if (!state.then) return;
    if (state.playing) {
      this.stop();
      return this.draw();
    }
    if (state.index === this.last) this.show(0);
    this.set({ playing: setTimeout(() => this.tick(), PACE) });
  }

  tick() {
    if (this.over) return;
    this.show(this.state.index + 1);
    const more = this.state.index < this.last;
    this.state.playing = more ? setTimeout(() => this.tick(), PACE) : 0;
    if (!more) this.draw();
  }

  stop() {
    clearTimeout(this.state.playing);
    this.state.playing = 0;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const at = event.target instanceof Element ? event.target : null;
    const elsewhere = "dialog, input:not([type=range]), select, textarea, .scroll";
    if (event.altKey || event.ctrlKey || event.metaKey || at?.closest(elsewhere)) return;
    const { index } = this.state;
    if (event.key === " " && !at?.closest("button, a, summary, [role=button]")) this.play();
    else if (at?.matches("input[type=range]")) return;
    else if (event.key === "ArrowRight") this.go(index + 1);
    else if (event.key === "ArrowLeft") this.go(index - 1);
    else if (event.key === "Home") this.go(0);
    else if (event.key === "End" && this.state.then) this.go(this.last);
    else return;
    event.preventDefault();
  }

  measure() {
    const stage = this.root.querySelector(".replay-stage");
    if (!stage || this.over) return;
    const { room } = this.state;
    const { width, height } = stage.getBoundingClientRect();
    if (Math.abs(width - room.width) < 1 && Math.abs(height - room.height) < 1) return;
    this.animation.begun = false;
    this.set({ room: { width, height } });
  }
}

/** What the reader of a proof does: run it, go to a step, ask why, open another round of the file. */

import { read } from "../api.js";
import { readFelts } from "../house.js";
import { PageActions } from "../page.js";
import { ReplayActions } from "../replay/actions.js";
import { goTo, pastScene } from "../replay/scene.js";
import { view } from "./view.js";

/** @typedef {import("../answers").FeltNow} FeltNow */
/** @typedef {import("../answers").ProofRun} ProofRun */
/** @typedef {import("../answers").RoundThen} RoundThen */

export class ProofActions extends ReplayActions {
  /** @param {HTMLElement} root @param {string} sheet @param {string} name */
  constructor(root, sheet, name) {
    super(root, sheet, name, view);
    this.path = `/api/sheets/${encodeURIComponent(sheet)}/rounds/${encodeURIComponent(name)}`;
    /** @type {ProofRun | null} */
    this.proof = null;
    /** The round of the file that is shown, from 0. */
    this.which = Math.max(0, Number(new URLSearchParams(location.search).get("round") ?? 1) - 1);
    /** @type {FeltNow | null} */
    this.layout = null;
  }

  async load() {
    const [proof, felts] = await Promise.all([read(`${this.path}/play`), readFelts()]);
    if (this.over) return;
    this.proof = proof;
    this.layout = felts.find((/** @type {FeltNow} */ each) => each.sheet === proof.sheet) ?? null;
    this.open(Math.min(this.which, proof.rounds.length - 1));
  }

  /** Show a round of the file. @param {number} which */
  open(which) {
    this.stop();
    this.which = which;
    const then = this.then();
    if (!then) return this.draw();
    const scene = pastScene(then, this.layout, null);
    const wanted = then.moments.findIndex((each) => `#${each.position}` === location.hash);
    const index = wanted < 0 ? then.moments.length - 1 : wanted;
    goTo(scene, then, index);
    this.set({ then, scene, index });
    requestAnimationFrame(() => {
      this.measure();
      this.follow();
    });
  }

  /** Show another round of the file, from its beginning. @param {number} which */
  choose(which) {
    history.replaceState(null, "", which ? `${location.pathname}?round=${which + 1}` : location.pathname);
    this.open(which);
  }

  /** A round of the file as the felt takes a round of the record. @returns {RoundThen | null} */
  then() {
    const shown = this.proof?.rounds[this.which];
    if (!this.proof || !shown) return null;
    const { sheet, title, name } = this.proof;
    return {
      ...shown,
      table: name,
      sheet,
      title,
      cursor: null,
      day: "",
      shift: "",
      link: null,
      first: 0,
      last: 0,
      hash: "",
      build: "",
      sheet_hash: "",
      readings_hash: "",
      everything: true,
      readings: [],
      slips: [],
      rulings: [],
      log: null,
    };
  }

  draw() {
    // A file that must be refused as it is has no felt.
    if (this.proof && !this.state.scene) PageActions.prototype.draw.call(this);
    else super.draw();
  }
}

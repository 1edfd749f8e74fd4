/** What every page shares: actions that change its state, a view that shows it, and an end. */

import { Refused } from "./api.js";
import { h, render } from "./dom.js";
import { t } from "./words.js";
import { refusal } from "./sentence.js";

/** @typedef {import("./dom.js").Kids} Kids */

/**
 * The actions of a page: each changes the state and draws the page anew, until the reader leaves it.
 *
 * @template {{fault: string}} S
 */
export class PageActions {
  /**
   * @param {HTMLElement} root
   * @param {S} state
   * @param {(state: S, actions: any) => Kids} view what the page shows
   */
  constructor(root, state, view) {
    this.root = root;
    this.state = state;
    this.view = view;
    this.over = false;
    /** What ends with the page. @type {(() => void)[]} */
    this.ends = [];
  }

  draw() {
    if (!this.over) render(this.root, this.view(this.state, this));
  }

  /** @param {Partial<S>} change */
  set(change) {
    Object.assign(this.state, change);
    this.draw();
  }

  /**
   * Do what the API may refuse; the state keeps the reason.
   *
   * @param {() => unknown} work
   * @returns {Promise<boolean>} whether it was done
   */
  async attempt(work) {
    try {
      this.state.fault = "";
      await work();
      return true;
    } catch (error) {
      this.state.fault = reasonOf(error);
      return false;
    }
  }

  close() {
    this.over = true;
    for (const end of this.ends) end();
    this.root.className = "";
  }
}

/** Why the API refused, in words; any other error is a fault of the page and is thrown again. @param {unknown} error */
export function reasonOf(error) {
  if (!(error instanceof Refused)) throw error;
  return error.message || t("fault.no_answer");
}

/** What was refused last, announced as it changes. @param {string} fault @param {string} [kind] */
export function faultLine(fault, kind = "fault") {
  return h("p", { key: "fault", class: kind, role: "alert" }, fault && refusal(fault));
}

/** A function that draws at most once for each frame. @param {() => void} draw */
export function oncePerFrame(draw) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      draw();
    });
  };
}

/** Put the focus on the first element of a selector, if there is one. @param {Element} root @param {string} selector @param {FocusOptions} [how] */
export function focusOn(root, selector, how) {
  /** @type {HTMLElement | null} */ (root.querySelector(selector))?.focus(how);
}

/** What was typed or chosen in the field of an event. @param {Event} event */
export function valueOf(event) {
  return /** @type {HTMLInputElement} */ (event.target).value;
}

/** What was entered in the field of a form. @param {FormData} given @param {string} name */
export function entered(given, name) {
  return String(given.get(name) ?? "").trim();
}

/** The head of a table: a title for each column. @param {import("./dom.js").Kid[]} titles */
export function tableHead(titles) {
  return h(
    "thead",
    null,
    h(
      "tr",
      null,
      titles.map((title, place) => h("th", { key: place, scope: "col" }, title)),
    ),
  );
}

/** A page of a few words. @param {Element} root @param {string} title @param {...Kids} kids */
export function wordsPage(root, title, ...kids) {
  render(root, h("section", { class: "words" }, h("h1", null, title), kids));
}

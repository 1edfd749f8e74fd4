/** Rounds of the past: found by table, time, player, card, payout, irregularity and how they ended. */

import { read, Refused } from "../api.js";
import { h, render } from "../dom.js";
import { FIELDS, finder, question } from "../replay/finder.js";
import { roundsTable } from "../replay/list.js";
import { session } from "../session.js";
import { askToSignIn } from "../signing.js";
import { t } from "../words.js";

/** @typedef {import("../answers").RoundBrief} RoundBrief */
/** @typedef {import("../answers").RoundsFound} RoundsFound */
/** @typedef {import("../answers").SheetNow} SheetNow */

export const css = ["rounds.css"];

/** @param {HTMLElement} root */
export function open(root) {
  document.title = t("rounds.title");
  const asked = new URLSearchParams(location.search);
  /** @type {string[]} */
  let tables = [];
  /** @type {Map<string, SheetNow>} */
  let sheets = new Map();
  /** @type {RoundBrief[]} */
  let rounds = [];
  /** @type {number | null} */
  let cursor = null;
  let busy = false;
  let searched = false;
  let fault = "";
  let turn = 0;

  function draw() {
    render(
      root,
      h(
        "div",
        { key: "page", class: "finder" },
        h(
          "header",
          { key: "head" },
          h("h1", null, t("rounds.title")),
          h("p", { class: "muted" }, t("rounds.text")),
        ),
        session() ? [finder(asked, tables, { submit, clear }), found()] : door(),
      ),
    );
  }

  function door() {
    return h(
      "p",
      { key: "door", class: "finder-door" },
      t("rounds.sign_in"),
      " ",
      h("button", { type: "button", onclick: () => void askToSignIn() }, t("session.sign_in")),
    );
  }

  /** @param {SubmitEvent} event */
  function submit(event) {
    event.preventDefault();
    for (const name of [...asked.keys()]) if (!FIELDS.includes(name)) asked.delete(name);
    history.replaceState(null, "", asked.size ? `/rounds?${asked}` : "/rounds");
    void search();
  }

  function clear() {
    for (const name of FIELDS) asked.delete(name);
    history.replaceState(null, "", "/rounds");
    draw();
    void search();
  }

  /** @param {number | null} [from] the next page begins there */
  async function search(from = null) {
    const mine = ++turn;
    busy = true;
    fault = "";
    draw();
    try {
      const answer = /** @type {RoundsFound} */ (await read(`/api/rounds?${question(asked, from)}`));
      if (mine !== turn) return;
      rounds = from === null ? answer.rounds : [...rounds, ...answer.rounds];
      cursor = answer.cursor;
      searched = true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (mine === turn) fault = error.message || t("fault.no_answer");
    }
    if (mine !== turn) return;
    busy = false;
    draw();
  }

  function found() {
    return h(
      "section",
      { key: "found", "aria-label": t("rounds.found"), "aria-busy": busy ? "true" : "false" },
      h("p", { key: "fault", class: "fault", role: "alert" }, fault && h("span", { lang: "en" }, fault)),
      h(
        "p",
        { key: "count", class: "muted finder-count", role: "status" },
        busy ? t("rounds.searching") : searched && count(),
      ),
      rounds.length > 0 && roundsTable(rounds, sheets),
      cursor !== null &&
        h(
          "button",
          { key: "more", type: "button", class: "quiet", disabled: busy, onclick: () => void search(cursor) },
          t("rounds.more"),
        ),
    );
  }

  function count() {
    if (!rounds.length) return cursor === null ? t("rounds.none") : t("rounds.none_yet");
    return cursor === null
      ? t("rounds.count", { count: rounds.length })
      : t("rounds.count_so_far", { count: rounds.length });
  }

  draw();
  if (!session()) return;
  void Promise.all([read("/api/tables"), read("/api/sheets")]).then(
    ([all, known]) => {
      tables = all.map((/** @type {{id: string}} */ each) => each.id);
      sheets = new Map(known.map((/** @type {SheetNow} */ sheet) => [sheet.id, sheet]));
      draw();
    },
    () => {},
  );
  void search();
  return () => {
    turn++;
  };
}

/** The console of a table: what is due, the round as a table, and what staff see to beside it. */

import { read } from "../api.js";
import { board } from "../console/board.js";
import { betting } from "../console/bets.js";
import { Out } from "../console/cards.js";
import { Desk } from "../console/desk.js";
import { enterCards } from "../console/entering.js";
import { refusal } from "../console/fields.js";
import { head, showKeys } from "../console/head.js";
import { onKey } from "../console/keys.js";
import { AS_DUE, newEntry, next } from "../console/next.js";
import { PANELS, side } from "../console/side.js";
import { Paying } from "../console/paying.js";
import { taskKey, taskOf } from "../console/task.js";
import { h, render } from "../dom.js";
import { follow } from "../live.js";
import { may } from "../session.js";
import { t } from "../words.js";
import { forStaff } from "./console.js";

/** @typedef {import("../answers").TableNow} TableNow */
/** @typedef {import("../answers").FeltNow} FeltNow */
/** @typedef {import("../console/desk.js").Panel} Panel */

export const css = ["console.css"];

/** @param {HTMLElement} root @param {string[]} parts */
export function open(root, [id]) {
  document.title = t("console.title_of", { name: id });
  if (!may("run_table")) return forStaff(root, t("console.title_of", { name: id }));
  const soon = once(draw);
  const desk = new Desk(id, soon);
  const out = new Out(desk);
  const paying = new Paying(desk);
  const entry = newEntry();
  let aim = { box: 1, bet: "ante" };
  let tab = Math.max(0, placeOf(location.hash.slice(1)));
  let shown = "";
  let over = false;
  /** @type {Map<number, Panel>} */
  const panels = new Map();

  function draw() {
    if (over || !desk.table || !desk.felt) return;
    const task = taskOf(desk);
    if (task.kind === "settle") void paying.look();
    root.className = "console";
    render(
      root,
      head(desk),
      h("p", { key: "fault", class: "console-fault", role: "alert" }, fault()),
      h("p", { key: "said", class: "console-said", role: "status", translate: "no" }, desk.said),
      h(
        "div",
        { key: "grid", class: "console-grid" },
        h(
          "div",
          { key: "work", class: "work" },
          next(desk, task, entry, out.cards, nextHands),
          task.kind === "settle" &&
            paying.draw(
              () => void go(),
              () => turn(placeOf("jackpot")),
            ),
          betting(desk, aim, (now) => {
            aim = { ...aim, ...now };
            // At once: the next key is typed into the field of the player of the box that was chosen.
            draw();
          }),
          board(desk, task, boardHands),
        ),
        side(desk, tab, panel().draw(), turn),
      ),
    );
    focus(taskKey(task, desk));
  }

  function fault() {
    if (desk.fresh === "silent") return t("live.silent");
    return refusal(desk.fault, desk.sheet);
  }

  /** When something else is due, its field has the focus, unless the reader is busy elsewhere. @param {string} key */
  function focus(key) {
    if (key === shown) return;
    shown = key;
    const now = document.activeElement;
    const free = !now || now === document.body || now === root || now.closest(".next, .paying, .row-acts");
    if (free) /** @type {HTMLElement | null} */ (root.querySelector(".entry-cards"))?.focus();
  }

  function panel() {
    const found = panels.get(tab) ?? PANELS[tab].make(desk);
    if (!panels.has(tab)) {
      panels.set(tab, found);
      void found.refresh();
    }
    return found;
  }

  /** @param {number} place */
  function turn(place) {
    tab = place;
    history.replaceState(null, "", `#${PANELS[place].name}`);
    void panel().refresh();
    soon();
  }

  /** Do what is due, once what was sent before is done. */
  async function go() {
    const told = paying.told;
    await desk.last;
    const task = taskOf(desk);
    if (desk.fresh === "silent") return;
    if (task.kind === "cards" || task.kind === "name" || entry.target !== AS_DUE) {
      if (!entry.typed && desk.table?.cards === "shoe" && task.kind === "cards") return fromShoe();
      return void enterCards(desk, task, entry, out);
    }
    if (task.kind === "sign_on")
      return void desk.tell("crew", { position: "dealer" }, t("console.did_sign_on"));
    if (task.fault) return;
    if (task.kind === "begin") return void desk.tell("rounds", {}, t("phase.betting"));
    if (task.kind === "close") return void desk.act({ act: "close" }, t("says.no_more_bets"));
    if (task.kind === "reveal") return void desk.act({ act: "reveal" }, t("console.did_reveal"));
    if (task.kind === "settle") return void settle(told);
  }

  /** Pay what was told when the Dealer pressed, and nothing that nobody has seen. @param {string} told */
  async function settle(told) {
    await paying.look();
    // What may be done and what would be paid are asked for one after the other: a change may come in between.
    for (let tries = 0; tries < 5 && !paying.ready; tries++) {
      await desk.refresh();
      await paying.look(true);
    }
    if (!paying.ready || paying.told !== told) {
      desk.said = t("console.pay_changed");
      return soon();
    }
    const wins = (paying.preview?.claims.length ?? 0) > 0;
    void desk.act({ act: "settle" }, wins ? t("console.did_enter_win") : t("console.did_settle"));
  }

  function fromShoe() {
    void desk.tell("deal", { round: desk.legal?.round }, t("console.did_deal"));
  }

  /** @type {import("../console/next.js").NextHands} */
  const nextHands = {
    go: () => void go(),
    type: (typed) => change({ typed, warning: "", warned: "" }),
    aim: (target) => change({ target, warning: "", warned: "" }),
    open: () => change({ deck: !entry.deck }),
    fromShoe,
  };

  /** @param {Partial<import("../console/next.js").Entry>} now */
  function change(now) {
    Object.assign(entry, now);
    soon();
  }

  /** @type {import("../console/board.js").BoardHands} */
  const boardHands = {
    act: (act) => void desk.act(act, t("console.did_act", { box: act.box })),
    cell: (box, bet) => {
      aim = { box, bet };
      soon();
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          const form = root.querySelector("form.bets");
          const player = /** @type {HTMLInputElement | null} */ (form?.querySelector("[name=player]"));
          const amount = /** @type {HTMLInputElement | null} */ (form?.querySelector("[name=amount]"));
          (player?.value ? amount : player)?.focus();
        }),
      );
    },
  };

  /** What the first box that is asked answers. @param {string} letter */
  function decide(letter) {
    const [box] = taskOf(desk).boxes ?? [];
    const wanted =
      { L: ["look"], P: ["bet", "choose continue"], F: ["fold", "choose withdraw"], C: ["check"] }[letter] ??
      [];
    const found = desk.legal?.acts.find(
      (act) => act.box === box && wanted.includes(act.way ? `${act.act} ${act.way}` : String(act.act)),
    );
    if (found) boardHands.act(found);
    return found !== undefined;
  }

  /** @param {KeyboardEvent} event */
  const keyed = (event) =>
    onKey(event, {
      go: () => void go(),
      decide,
      cards: () => /** @type {HTMLElement | null} */ (root.querySelector(".entry-cards"))?.focus(),
      panel: turn,
      help: showKeys,
    });

  /** @param {TableNow} table */
  function hear(table) {
    desk.table = table;
    soon();
    void desk.refresh();
    void panel().refresh();
  }

  /** @param {import("../answers").SignNow} sign */
  function hearSign(sign) {
    desk.sign = sign;
    soon();
    if (desk.table?.pending.length) void desk.refresh();
    if (PANELS[tab].linked) void panel().refresh();
  }

  /** @type {(() => void)[]} */
  const stops = [];
  void Promise.all([read("/api/tables"), read("/api/felts")]).then(([tables, felts]) => {
    const table = tables.find((/** @type {TableNow} */ each) => each.id === id);
    if (over) return;
    if (!table) return forStaff(root, t("table.unknown", { name: id }), t("console.unknown_text"));
    desk.felt = felts.find((/** @type {FeltNow} */ felt) => felt.sheet === table.sheet) ?? null;
    hear(table);
    const freshness = (/** @type {import("../live.js").Freshness} */ fresh) => {
      desk.fresh = fresh;
      soon();
    };
    stops.push(follow(`${desk.path}/stream`, { table: hear }, freshness));
    if (table.link)
      stops.push(follow(`/api/links/${encodeURIComponent(table.link)}/stream`, { sign: hearSign }));
  });
  addEventListener("keydown", keyed);
  return () => {
    over = true;
    for (const stop of stops) stop();
    removeEventListener("keydown", keyed);
    root.className = "";
  };
}

/** @param {string} name */
function placeOf(name) {
  return PANELS.findIndex((panel) => panel.name === name);
}

/** At most once for each picture. @param {() => void} draw */
function once(draw) {
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

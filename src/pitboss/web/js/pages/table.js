/** A table: the felt as its sheet lays it out, and everything that a player does there. */

import { read, Refused } from "../api.js";
import { h, render } from "../dom.js";
import { follow } from "../live.js";
import { cents, money } from "../money.js";
import { isStaff, session } from "../session.js";
import { askToSignIn } from "../signing.js";
import { hue } from "../svg/small-felt.js";
import { Acting } from "../table/acting.js";
import { advise } from "../table/adviser.js";
import { state } from "../table/areas.js";
import { askForChips, askToLeave, showHelp, showPays, showRounds, showWhy } from "../table/dialogs.js";
import { dock } from "../table/dock.js";
import { dragChip } from "../table/drag.js";
import { onKey } from "../table/keyboard.js";
import { Motion } from "../table/motion.js";
import { plan } from "../table/plan.js";
import { summary, told } from "../table/results.js";
import { count, words } from "../table/saying.js";
import { act, asked, boxOf, largeBox, linesOf, newScene, own, phase, range, whyNot } from "../table/scene.js";
import { stage } from "../table/stage.js";
import { clauseLinks } from "../why.js";
import { t, term } from "../words.js";

/** @typedef {import("../answers").TableNow} TableNow */
/** @typedef {import("../answers").FeltNow} FeltNow */

export const css = ["felt.css", "table.css"];

/** @param {HTMLElement} root @param {string[]} parts */
export function open(root, [id]) {
  const scene = newScene(id, isStaff() ? null : (session()?.name ?? null));
  const path = `/api/tables/${encodeURIComponent(id)}`;
  const motion = new Motion();
  const soon = once(draw);
  const acting = new Acting(scene, soon);
  let room = { width: root.clientWidth || innerWidth, height: innerHeight * 0.75 };
  let spoken = { words: "", result: "" };
  let over = false;

  function draw() {
    if (over) return;
    const { table, felt } = scene;
    if (!table || !felt) return;
    const now = plan(felt, table.boxes, room, largeBox(scene));
    motion.before(now, table.round?.number ?? 0);
    speak();
    root.className = `table-page ${hue(felt)}`;
    render(
      root,
      stage(scene, now, stageHands),
      h("p", { key: "fault", class: "table-fault", role: "alert" }, fault()),
      summary(scene, () => set({ summary: false })),
      dock(scene, acting, dockHands),
      h("p", { key: "live", class: "unseen", role: "status", "aria-live": "polite" }, spoken.words),
      h("p", { key: "result", class: "unseen", role: "status", "aria-live": "polite" }, spoken.result),
    );
    count(root, scene);
    motion.after();
    advise(scene, soon);
  }

  function speak() {
    spoken = { words: words(scene), result: told(scene) };
  }

  function fault() {
    if (scene.fresh === "silent") return t("table.lost_text");
    if (!scene.fault) return null;
    return [
      h("span", { key: "message", lang: "en" }, scene.fault.message),
      " ",
      clauseLinks(scene.fault.clauses, scene.table?.sheet ?? ""),
    ];
  }

  /** @param {Partial<import("../table/scene.js").Scene>} change */
  function set(change) {
    Object.assign(scene, change);
    soon();
  }

  /** Say here, before anything is sent, what cannot be. @param {number} box @param {string} bet @param {string} message @param {readonly string[]} [clauses] */
  function refuse(box, bet, message, clauses = []) {
    set({ tip: { place: { box, bet }, reason: { message, clauses } } });
  }

  /** @param {number} box @param {string} bet */
  async function press(box, bet) {
    scene.at = { box, bet };
    const lines = linesOf(scene, box, bet);
    if (lines.length) return showWhy(scene, lines);
    if (scene.me === null) {
      if (!isStaff()) await askToSignIn();
      return;
    }
    await refresh();
    const found = range(scene, box, bet);
    const { ready, reason } = state(scene, box, bet);
    if (!found || !ready) return reason ? refuse(box, bet, reason.message, reason.clauses) : undefined;
    const amount = sizeOf(found);
    const clauses = scene.felt?.areas.find((area) => area.bet === bet)?.clauses;
    const name = term("bet", bet);
    if (amount < cents(found.least))
      return refuse(box, bet, t("table.too_little", { bet: name, least: money(found.least) }), clauses);
    if (found.most !== null && amount > cents(found.most))
      return refuse(box, bet, t("table.too_much", { bet: name, most: money(found.most) }), clauses);
    scene.tip = null;
    await acting.bet(box, bet, amount);
  }

  /** The chip in the hand; where only one amount is taken, that. @param {import("../answers").BetRangeNow} found */
  function sizeOf(found) {
    const fixed = found.least === found.most || found.bet === "jackpot";
    return fixed ? cents(found.least) : cents(scene.chip);
  }

  /** @param {number} box */
  async function look(box) {
    await acting.last;
    await refresh();
    const may = act(scene, { act: "look", box });
    const refused = whyNot(scene, { act: "look", box });
    if (may) void acting.send(may);
    else if (refused) refuse(box, "hand", refused.message, refused.clauses);
  }

  /** @param {number} box */
  function nameOf(box) {
    if (root.clientWidth < 720 && box !== largeBox(scene))
      return set({ picked: box, at: { box, bet: "ante" } });
    if (!own(scene, box)) return void acting.sit(box);
    if (phase(scene) === "playing" && boxOf(scene, box)?.cards.length)
      return askToLeave(scene, box, () => void acting.stand(box));
    void acting.stand(box);
  }

  /** @param {string} letter */
  async function decide(letter) {
    await acting.last;
    await refresh();
    const box = asked(scene)?.number;
    if (!box) return;
    const wanted = { L: ["look"], P: ["bet", "choose"], F: ["fold", "choose"], C: ["check"] }[letter] ?? [];
    for (const name of wanted) {
      const found = act(
        scene,
        name === "choose"
          ? { act: name, box, way: letter === "P" ? "continue" : "withdraw" }
          : { act: name, box },
      );
      if (found) return void (await acting.send(found));
    }
  }

  /** @type {import("../table/stage.js").StageHands} */
  const stageHands = {
    areas: {
      press: (box, bet) => void press(box, bet),
      notice: (box, bet) => {
        scene.at = { box, bet };
        const { ready, reason } = state(scene, box, bet);
        set({ tip: !ready && reason ? { place: { box, bet }, reason } : null });
      },
      leave: () => set({ tip: null }),
      fly: (element, from) => motion.chips(element, from),
    },
    dealt: (element, slot) => motion.card(element, slot),
    look: (box) => void look(box),
    name: nameOf,
    send: (what) => void acting.send(what),
    leave: (box) => askToLeave(scene, box, () => void acting.send({ act: "leave", box })),
    summary: () => set({ summary: !scene.summary }),
  };

  /** @type {import("../table/dock.js").DockHands} */
  const dockHands = {
    pick: (chip) => set({ chip }),
    drag: (chip, event) =>
      dragChip(chip, event, (box, bet) => {
        set({ chip });
        void press(box, bet);
      }),
    buy: () => askForChips(scene, (amount, way) => acting.chips(amount, way)),
    help: showHelp,
    pays: () => showPays(scene),
    rounds: () => showRounds(scene),
    advise: () => {
      localStorage.setItem("pitboss.adviser", scene.adviser ? "off" : "on");
      set({ adviser: !scene.adviser });
    },
    enter: () => void askToSignIn(),
  };

  /** @param {KeyboardEvent} event */
  const keyed = (event) =>
    onKey(event, scene, {
      move: (box, bet) => {
        set({ at: { box, bet }, picked: box });
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            /** @type {SVGElement | null} */ (root.querySelector(`[data-area="${box} ${bet}"]`))?.focus(),
          ),
        );
      },
      press: (box, bet) => void press(box, bet),
      pick: (chip) => set({ chip }),
      undo: () => void (acting.mayUndo && acting.undo()),
      rebet: () => void (acting.mayRebet && acting.rebet()),
      clear: () => void (acting.mayUndo && acting.clear()),
      help: showHelp,
      buy: () => void (scene.table?.buy_in_most && scene.me !== null && dockHands.buy()),
      decide: (letter) => void decide(letter),
    });

  /** @type {Promise<void> | null} */
  let asking = null;
  /** What may be done now; asked for after each change, one question at a time. */
  function refresh() {
    asking ??= ask().finally(() => (asking = null));
    return asking;
  }

  async function ask() {
    while (scene.me !== null && !over && scene.legal?.version !== scene.table?.version) {
      const wanted = scene.table?.version;
      try {
        scene.legal = await read(`${path}/legal`);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return;
      }
      soon();
      if ((scene.legal?.version ?? 0) > (wanted ?? 0)) return;
    }
  }

  /** @param {TableNow} table */
  function hear(table) {
    const before = scene.table?.round;
    if (scene.table && before?.number !== table.round?.number) set({ summary: false, tip: null });
    scene.table = table;
    scene.heard = performance.now();
    scene.chip ||= table.denominations[1] ?? table.denominations[0] ?? "";
    if (before && before.phase === "betting" && phase(scene) === "playing") acting.keep();
    document.title = `${table.id} · ${table.title}`;
    if (!before) scene.at = { box: largeBox(scene), bet: "ante" };
    soon();
    void refresh();
  }

  let stop = () => {};
  void Promise.all([read("/api/tables"), read("/api/felts")]).then(([tables, felts]) => {
    const table = tables.find((/** @type {TableNow} */ each) => each.id === id);
    if (over) return;
    if (!table) return missing(root, id);
    scene.felt = felts.find((/** @type {FeltNow} */ felt) => felt.sheet === table.sheet) ?? null;
    hear(table);
    stop = follow(`${path}/stream`, { table: hear }, (fresh) => {
      set({ fresh });
      if (fresh === "live") void refresh();
    });
  });
  const sizes = new ResizeObserver(() => {
    const found = root.querySelector(".stage");
    if (!found) return;
    const { width, height } = found.getBoundingClientRect();
    if (Math.abs(width - room.width) < 1 && Math.abs(height - room.height) < 1) return;
    room = { width, height };
    found.setAttribute("data-width", String(Math.round(width)));
    soon();
  });
  sizes.observe(root);
  const seconds = setInterval(soon, 1000);
  addEventListener("keydown", keyed);
  return () => {
    over = true;
    stop();
    sizes.disconnect();
    clearInterval(seconds);
    removeEventListener("keydown", keyed);
    root.className = "";
  };
}

/** @param {HTMLElement} root @param {string} name */
function missing(root, name) {
  document.title = t("table.unknown", { name });
  render(
    root,
    h(
      "section",
      { class: "words" },
      h("h1", null, t("table.unknown", { name })),
      h("p", null, h("a", { href: "/" }, t("missing.back"))),
    ),
  );
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

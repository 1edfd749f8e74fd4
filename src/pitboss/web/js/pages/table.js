/** A table: the felt as its sheet lays it out, and everything that a player does there. */

import { read, Refused } from "../api.js";
import { h, render } from "../dom.js";
import { follow } from "../live.js";
import { isStaff, session } from "../session.js";
import { askToSignIn } from "../signing.js";
import { hue } from "../svg/small-felt.js";
import { Acting } from "../table/acting.js";
import { advise } from "../table/adviser.js";
import { askForChips, askToLeave, showHelp } from "../table/dialogs.js";
import { dock } from "../table/dock.js";
import { dragChip } from "../table/drag.js";
import { onKey } from "../table/keyboard.js";
import { Motion } from "../table/motion.js";
import { Moves } from "../table/moves.js";
import { NARROW, plan } from "../table/plan.js";
import { summary, told } from "../table/results.js";
import { count, words } from "../table/saying.js";
import { largeBox, newScene, phase } from "../table/scene.js";
import { showPays, showRounds } from "../table/showings.js";
import { stage } from "../table/stage.js";
import { clauseLinks } from "../why.js";
import { t } from "../words.js";

/** @typedef {import("../answers").TableNow} TableNow */
/** @typedef {import("../answers").FeltNow} FeltNow */

export const css = ["felt.css", "table.css"];

/** What may be done is asked for again, when no answer came, after so many milliseconds. */
const AGAIN = [300, 1000, 3000];
/** Milliseconds for which a change that is known of may be under way in the stream. */
const LATE = 3000;
/** Milliseconds after which an answer does not come any more: a connection can be dead without a word. */
const DEAD = 10_000;

/** @param {HTMLElement} root @param {string[]} parts */
export function open(root, [id]) {
  const scene = newScene(id, isStaff() ? null : (session()?.name ?? null));
  const path = `/api/tables/${encodeURIComponent(id)}`;
  const motion = new Motion();
  const soon = once(draw);
  const acting = new Acting(scene, answered);
  const moves = new Moves(scene, acting, refresh, soon);
  /** @type {FeltNow[]} */
  let felts = [];
  let room = { width: root.clientWidth || innerWidth, height: innerHeight * 0.75 };
  let over = false;

  function draw() {
    if (over) return;
    const { table, felt } = scene;
    if (!table || !felt) return;
    const now = plan(felt, table.boxes, room, largeBox(scene));
    motion.before(now, table.round?.number ?? 0);
    root.className = `table-page ${hue(felt)}`;
    render(
      root,
      stage(scene, now, stageHands),
      h("p", { key: "fault", class: "table-fault", role: "alert" }, fault()),
      summary(scene, () => set({ summary: false })),
      dock(scene, acting, dockHands),
      h("p", { key: "live", class: "unseen", role: "status", "aria-live": "polite" }, words(scene)),
      h("p", { key: "result", class: "unseen", role: "status", "aria-live": "polite" }, told(scene)),
    );
    const felted = root.querySelector(".stage");
    if (felted) sizes.observe(felted);
    count(root, scene);
    motion.after();
    advise(scene, soon);
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

  /** A command was answered: what it has changed is under way. */
  function answered() {
    soon();
    awaitChange();
  }

  /** @param {Partial<import("../table/scene.js").Scene>} change */
  function set(change) {
    Object.assign(scene, change);
    soon();
  }

  /** @type {import("../table/stage.js").StageHands} */
  const stageHands = {
    areas: {
      press: (box, bet) => void moves.press(box, bet),
      notice: (box, bet) => moves.notice(box, bet),
      leave: () => set({ tip: null }),
    },
    fly: (element, from) => motion.chips(element, from),
    dealt: (element, slot) => motion.card(element, slot),
    look: (box) => void moves.look(box),
    name: (box) => moves.name(box, root.clientWidth < NARROW),
    send: (what) => moves.answer(what),
    leave: (box) => askToLeave(scene, box, () => void acting.send({ act: "leave", box })),
    summary: () => set({ summary: !scene.summary }),
  };

  /** @type {import("../table/dock.js").DockHands} */
  const dockHands = {
    pick: (chip) => set({ chip }),
    drag: (chip, event) =>
      dragChip(chip, event, (box, bet) => {
        set({ chip });
        void moves.press(box, bet);
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
      press: (box, bet) => void moves.press(box, bet),
      pick: (chip) => set({ chip }),
      undo: () => void (acting.mayUndo && acting.undo()),
      rebet: () => void (acting.mayRebet && acting.rebet()),
      clear: () => void (acting.mayUndo && acting.clear()),
      help: showHelp,
      buy: () => void (scene.table?.buy_in_most && scene.me !== null && dockHands.buy()),
      decide: (letter) => void moves.decide(letter),
    });

  /** @type {Promise<void> | null} */
  let asking = null;
  /** How often in a row it was not answered. */
  let unanswered = 0;
  let again = 0;
  /** What may be done now; asked for after each change, one question at a time. */
  function refresh() {
    clearTimeout(again);
    asking ??= ask().finally(() => (asking = null));
    return asking;
  }

  async function ask() {
    while (scene.me !== null && !over && scene.legal?.version !== scene.table?.version) {
      try {
        scene.legal = await read(`${path}/legal`, DEAD);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        // Nothing else asks before the table changes, and until then nothing could be pressed.
        if (!over && error.passing) again = setTimeout(refresh, AGAIN[unanswered++] ?? AGAIN.at(-1));
        return;
      }
      unanswered = 0;
      soon();
      // Newer than the table: the stream is about to bring it. Older: the table has changed meanwhile.
      if (behind()) return awaitChange();
    }
  }

  const behind = () => (scene.legal?.version ?? 0) > (scene.table?.version ?? 0);

  let late = 0;
  /** Look for a change that is known of, or may be, where the stream does not bring it in time. */
  function awaitChange() {
    clearTimeout(late);
    late = setTimeout(() => void catchUp(), LATE);
  }

  /** Read the table itself where its stream has not brought what was decided by, or what was done. */
  async function catchUp() {
    if (over || scene.legal?.version === scene.table?.version) return;
    try {
      const table = await read(path, DEAD);
      if (over) return;
      if (table.version > (scene.table?.version ?? 0)) hear(table);
      else void refresh();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      awaitChange();
    }
  }

  /** @param {TableNow} table */
  function hear(table) {
    const before = scene.table?.round;
    if (before?.number !== table.round?.number) {
      scene.advice.clear();
      set({ summary: false, tip: null });
    }
    scene.table = displayed === null ? table : { ...table, displayed };
    scene.felt = felts.find((felt) => felt.sheet === table.sheet) ?? scene.felt;
    scene.heard = performance.now();
    scene.chip ||= table.denominations[1] ?? table.denominations[0] ?? "";
    if (before && before.phase === "betting" && phase(scene) === "playing") acting.keep();
    document.title = `${table.id} · ${table.title}`;
    if (!before) scene.at = { box: largeBox(scene), bet: "ante" };
    soon();
    void refresh();
  }

  // What a table says of its link is as old as the table's last event: the number comes from the link itself.
  /** @type {string | null} */
  let displayed = null;
  /** @param {import("../answers").SignNow} sign */
  function hearSign(sign) {
    displayed = sign.displayed;
    if (scene.table) scene.table = { ...scene.table, displayed };
    soon();
  }

  let stop = () => {};
  let stopSign = () => {};
  void Promise.all([read("/api/tables"), read("/api/felts")]).then(([tables, found]) => {
    felts = found;
    const table = tables.find((/** @type {TableNow} */ each) => each.id === id);
    if (over) return;
    if (!table) return missing(root, id);
    hear(table);
    stop = follow(`${path}/stream`, { table: hear }, (fresh) => {
      set({ fresh });
      if (fresh === "live") void refresh();
    });
    if (table.link)
      stopSign = follow(`/api/links/${encodeURIComponent(table.link)}/stream`, { sign: hearSign });
  });
  const sizes = new ResizeObserver(([{ contentRect }]) => {
    room = { width: contentRect.width, height: contentRect.height };
    soon();
  });
  const seconds = setInterval(soon, 1000);
  addEventListener("keydown", keyed);
  return () => {
    over = true;
    clearTimeout(again);
    clearTimeout(late);
    stop();
    stopSign();
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

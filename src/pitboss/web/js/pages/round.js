/** A round of the past: run again moment by moment, its settlement with reasons, and what proves it. */

import { read, Refused } from "../api.js";
import { h, render } from "../dom.js";
import { allowed } from "../gate.js";
import { money } from "../money.js";
import { hue } from "../svg/small-felt.js";
import { logSection, proveLog } from "../replay/log.js";
import { goTo, pastScene } from "../replay/past.js";
import { files, settlement } from "../replay/settled.js";
import { proveShoe, shoeSection } from "../replay/shoe.js";
import { clockOf, moments, timeline } from "../replay/timeline.js";
import { showWhy } from "../table/showings.js";
import { Motion } from "../table/motion.js";
import { plan } from "../table/plan.js";
import { largeBox, linesOf } from "../table/scene.js";
import { drawing } from "../table/stage.js";
import { t, term } from "../words.js";

/** @typedef {import("../answers").RoundThen} RoundThen */
/** @typedef {import("../answers").FeltNow} FeltNow */

export const css = ["felt.css", "table.css", "round.css"];

const PACE = 1100;

/** @param {HTMLElement} root @param {string[]} parts */
export function open(root, [table, number]) {
  const path = `/api/rounds/${encodeURIComponent(table)}/${number}`;
  const name = `${table}/${number}`;
  if (!allowed(root, t("replay.title", { name }), "watch_table")) return;
  const motion = new Motion();
  /** @type {RoundThen | null} */
  let then = null;
  /** @type {import("../table/scene.js").Scene | null} */
  let scene = null;
  /** @type {import("../replay/shoe.js").ShoeProof | null} */
  let shoe = null;
  /** @type {import("../replay/log.js").LogProof | null} */
  let log = null;
  let index = 0;
  /** @type {ReturnType<typeof setTimeout> | 0} */
  let playing = 0;
  let room = { width: root.clientWidth || innerWidth, height: innerHeight * 0.6 };
  let over = false;

  function draw() {
    if (over || !then || !scene) return;
    const felt = scene.felt;
    root.className = `round-page ${felt ? hue(felt) : ""}`;
    render(
      root,
      head(then),
      h(
        "div",
        { key: "again", class: "again" },
        felt &&
          h(
            "div",
            {
              key: "felt",
              class: `replay-stage ${room.width < 720 ? "phone" : "desk"} phase-${scene.table?.round?.phase ?? "none"}`,
            },
            feltNow(then),
            sign(),
          ),
        h("div", { key: "side", class: "replay-side" }, moments(then, index, go)),
        timeline(then, index, playing !== 0, { go, play }),
      ),
      h(
        "p",
        { key: "spoken", class: "unseen", role: "status", "aria-live": "polite", lang: "en" },
        playing ? "" : spoken(then),
      ),
      h(
        "div",
        { key: "below", class: "round-below" },
        settlement(then),
        shoeSection(then, shoe),
        logSection(then, log),
        files(then, path),
      ),
    );
    motion.after();
  }

  /** @param {RoundThen} shown */
  function head(shown) {
    const { settlement: end } = shown.round;
    return h(
      "header",
      { key: "head", class: "round-head" },
      h("p", { class: "muted" }, h("a", { href: "/rounds" }, t("replay.all"))),
      h(
        "h1",
        null,
        t("replay.heading"),
        " ",
        h("span", { translate: "no" }, `${shown.table}/${shown.number}`),
      ),
      h(
        "p",
        { class: "round-facts muted" },
        h(
          "a",
          { key: "sheet", href: `/rulebook/${encodeURIComponent(shown.sheet)}`, translate: "no" },
          shown.title,
        ),
        h("span", { key: "day", translate: "no" }, `${shown.day} ${clockOf(shown.moments[0])}`),
        h("span", { key: "shift", lang: "en" }, shown.shift),
        h(
          "span",
          { key: "end", class: `badge ${end ? "" : "live"}` },
          end ? term("ended", end.outcome) : t("rounds.in_play"),
        ),
      ),
    );
  }

  /** @param {RoundThen} shown */
  function feltNow(shown) {
    if (!scene?.felt) return null;
    const now = plan(scene.felt, shown.boxes, room, largeBox(scene));
    motion.before(now, shown.number);
    return drawing(scene, now, hands);
  }

  function sign() {
    const shown = scene?.table?.displayed;
    if (!shown) return null;
    return h(
      "p",
      { key: "sign", class: "jackpot replay-sign" },
      h("span", { class: "jackpot-name" }, t("sign.progressive")),
      h("span", { class: "jackpot-value", translate: "no" }, money(shown, { cents: true })),
    );
  }

  /** @param {RoundThen} shown */
  function spoken(shown) {
    const moment = shown.moments[index];
    return `${clockOf(moment)} ${moment.who} ${moment.what}`;
  }

  /** @type {import("../table/stage.js").StageHands} */
  const hands = {
    areas: {
      press: (box, bet) => {
        const lines = scene ? linesOf(scene, box, bet) : [];
        if (scene && lines.length) showWhy(scene, lines);
      },
      notice: (box, bet) => {
        if (scene) scene.at = { box, bet };
      },
      leave: () => {},
    },
    fly: (element, from) => motion.chips(element, from),
    dealt: (element, slot) => motion.card(element, slot),
    look: () => {},
    name: (box) => {
      if (scene) scene.picked = box;
      draw();
    },
    send: () => {},
    leave: () => {},
    summary: () => {},
  };

  /** @param {number} wanted */
  function go(wanted) {
    if (playing) stop();
    show(wanted);
  }

  /** @param {number} wanted */
  function show(wanted) {
    if (!then || !scene) return;
    const next = Math.min(then.moments.length - 1, Math.max(0, wanted));
    // Things move only when time does, by one step.
    motion.begun = next === index + 1;
    if (next < index) motion.slots.clear();
    index = next;
    goTo(scene, then, index);
    history.replaceState(null, "", `#${then.moments[index].position}`);
    draw();
    follow();
  }

  /** Keep the moment in sight. */
  function follow() {
    const line = /** @type {HTMLElement | null} */ (root.querySelector(`[data-moment="${index}"]`));
    const list = line?.parentElement;
    if (line && list) list.scrollTop = line.offsetTop - list.offsetTop - list.clientHeight / 3;
  }

  function play() {
    if (!then) return;
    if (playing) {
      stop();
      return draw();
    }
    if (index === then.moments.length - 1) show(0);
    playing = setTimeout(tick, PACE);
    draw();
  }

  function tick() {
    if (!then || over) return;
    show(index + 1);
    playing = index < then.moments.length - 1 ? setTimeout(tick, PACE) : 0;
    if (!playing) draw();
  }

  function stop() {
    clearTimeout(playing);
    playing = 0;
  }

  /** @param {KeyboardEvent} event */
  function keyed(event) {
    const at = event.target instanceof Element ? event.target : null;
    if (
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      at?.closest("dialog, input:not([type=range]), select, textarea, .scroll")
    )
      return;
    const slider = at?.matches("input[type=range]") ?? false;
    const pressed = at?.closest("button, a, summary, [role=button]") !== null && at !== null;
    if (event.key === " " && !pressed) play();
    else if (slider) return;
    else if (event.key === "ArrowRight") go(index + 1);
    else if (event.key === "ArrowLeft") go(index - 1);
    else if (event.key === "Home") go(0);
    else if (event.key === "End" && then) go(then.moments.length - 1);
    else return;
    event.preventDefault();
  }

  async function load() {
    const [found, felts, now] = await Promise.all([
      read(path),
      read("/api/felts"),
      read("/api/tables").catch(() => []),
    ]);
    if (over) return;
    then = /** @type {RoundThen} */ (found);
    const felt = felts.find((/** @type {FeltNow} */ each) => each.sheet === found.sheet) ?? null;
    scene = pastScene(found, felt, now.find((/** @type {{id: string}} */ each) => each.id === table) ?? null);
    const wanted = found.moments.findIndex(
      (/** @type {{position: number}} */ each) => `#${each.position}` === location.hash,
    );
    index = wanted < 0 ? found.moments.length - 1 : wanted;
    goTo(scene, found, index);
    draw();
    requestAnimationFrame(() => {
      measure();
      follow();
    });
    const proofs = [
      proveShoe(found).then((proof) => (shoe = proof)),
      proveLog(found).then((proof) => (log = proof)),
    ];
    await Promise.all(proofs);
    draw();
  }

  function measure() {
    const stage = root.querySelector(".replay-stage");
    if (!stage || over) return;
    const { width, height } = stage.getBoundingClientRect();
    if (Math.abs(width - room.width) < 1 && Math.abs(height - room.height) < 1) return;
    room = { width, height };
    motion.begun = false;
    draw();
  }

  load().catch((error) => {
    if (!(error instanceof Refused)) throw error;
    if (over) return;
    render(
      root,
      h(
        "section",
        { class: "words" },
        h("h1", null, t("replay.missing", { name })),
        h(
          "p",
          null,
          error.message && error.status !== 404
            ? h("span", { lang: "en" }, error.message)
            : t("replay.missing_text"),
        ),
        h("p", null, h("a", { href: "/rounds" }, t("replay.all"))),
      ),
    );
  });
  const sizes = new ResizeObserver(measure);
  sizes.observe(root);
  addEventListener("keydown", keyed);
  return () => {
    over = true;
    stop();
    sizes.disconnect();
    removeEventListener("keydown", keyed);
    root.className = "";
  };
}

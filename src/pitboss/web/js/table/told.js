/** What happens to the reader without their doing: time that ran out, a seat that was freed. They are told. */

import { h } from "../dom.js";
import { clauseLinks } from "../reasons.js";
import { t } from "../words.js";
import { phase } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Told} Told */
/** @typedef {import("../answers").SeatNow} SeatNow */

/** The reader knows what becomes of their hand and seat in this round: nothing of it is told again. @param {Scene} scene */
export function heed(scene) {
  scene.told = null;
  sessionStorage.setItem(key(scene), String(scene.table?.round?.number ?? 0));
}

/** @param {Scene} scene */
function key({ id }) {
  return `pitboss.left.${id}`;
}

/**
 * What the reader has lost by what was just heard, if they did not give it up themselves.
 *
 * @param {Scene} scene
 * @param {readonly SeatNow[] | undefined} seats before
 * @returns {Told | null}
 */
export function lossOf(scene, seats) {
  const { table, me } = scene;
  if (!table || me === null) return null;
  if (sessionStorage.getItem(key(scene)) === String(table.round?.number ?? 0)) return null;
  const left = table.round?.boxes.find((box) => box.player === me && box.left?.length);
  if (left && phase(scene) !== "betting") return told("timed_out", left.number, left.left ?? []);
  const lost = seats?.find(({ box, player }) => player === me && seatOf(scene, box) !== me);
  return lost && table.open && !table.closing ? told("seat_lost", lost.box, []) : null;
}

/** @param {Scene} scene @param {number} box */
function seatOf({ table }, box) {
  return table?.seats.find((each) => each.box === box)?.player ?? null;
}

/** @param {Told["kind"]} kind @param {number} box @param {readonly string[]} clauses @returns {Told} */
function told(kind, box, clauses) {
  return { kind, box, clauses };
}

/**
 * The words for it, which stay until the reader plays on or closes them.
 *
 * @param {Scene} scene
 * @param {{sit: (box: number) => void, forget: () => void}} handlers
 */
export function toldLine(scene, handlers) {
  const { told, table } = scene;
  if (!told || !table) return null;
  const { kind, box, clauses } = told;
  const free = seatOf(scene, box) === null;
  return h(
    "div",
    { key: "told", class: "told", role: "status" },
    h(
      "p",
      null,
      kind === "timed_out" ? t("table.timed_out", { box }) : t("table.seat_lost", { box }),
      " ",
      clauseLinks(clauses, table.sheet),
    ),
    free &&
      h(
        "button",
        {
          key: "sit",
          type: "button",
          class: "quiet",
          "data-act": "sit-again",
          onclick: () => handlers.sit(box),
        },
        t("table.sit_again", { box }),
      ),
    h(
      "button",
      {
        key: "close",
        type: "button",
        class: "quiet",
        "aria-label": t("table.close"),
        onclick: handlers.forget,
      },
      "×",
    ),
  );
}

/** A round of the past as the felt takes it: the table with its plate of then, at one moment. */

import { newScene, tableAtRest } from "../table/scene.js";

/** @typedef {import("../answers").RoundThen} RoundThen */
/** @typedef {import("../answers").MomentNow} MomentNow */
/** @typedef {import("../answers").RoundNow} RoundNow */
/** @typedef {import("../answers").TableNow} TableNow */
/** @typedef {import("../answers").FeltNow} FeltNow */
/** @typedef {import("../table/scene.js").Scene} Scene */

/** For chips of a table that is not on the floor any more. */
const CHIPS = ["1.00", "5.00", "25.00", "100.00", "500.00", "1000.00", "5000.00"];

/**
 * The scene of a round that nobody can act in.
 *
 * @param {RoundThen} then
 * @param {FeltNow | null} felt
 * @param {TableNow | null} table as it is now, if it is still there
 * @returns {Scene}
 */
export function pastScene(then, felt, table) {
  const scene = newScene(then.table, null);
  scene.past = true;
  scene.felt = felt;
  scene.fresh = "live";
  scene.adviser = false;
  scene.picked = then.round.boxes.find((box) => box.wagers.length)?.number ?? null;
  scene.at = { box: scene.picked ?? 1, bet: "ante" };
  scene.table = tableAtRest({
    id: then.table,
    sheet: then.sheet,
    title: then.title,
    boxes: then.boxes,
    limits: then.limits,
    jackpot_bet: then.jackpot_bet,
    denominations: table?.denominations ?? CHIPS,
    link: then.link,
  });
  return scene;
}

/** Put the scene to a moment. @param {Scene} scene @param {RoundThen} then @param {number} index */
export function goTo(scene, then, index) {
  if (!scene.table) return;
  scene.table = { ...scene.table, round: roundAt(then, index), displayed: displayedAt(then, index) };
}

/** The round right after a moment; what happens at the link leaves it as it is. @param {RoundThen} then @param {number} index @returns {RoundNow | null} */
function roundAt(then, index) {
  return lastly(then, index, (moment) => moment.round);
}

/** What the sign showed at a moment. @param {RoundThen} then @param {number} index */
function displayedAt(then, index) {
  return lastly(then, index, (moment) => moment.displayed);
}

/**
 * @template T
 * @param {RoundThen} then
 * @param {number} index
 * @param {(moment: MomentNow) => T | null} what
 */
function lastly(then, index, what) {
  for (let place = index; place >= 0; place--) {
    const found = what(then.moments[place]);
    if (found !== null) return found;
  }
  return null;
}

/** The table by keyboard: arrows between areas, digits for chips, letters for what is done. */

import { cents } from "../money.js";
import { asked, numbers, raises } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */
/**
 * @typedef {object} Keys
 * @property {(box: number, bet: string) => void} move
 * @property {(box: number, bet: string) => void} press
 * @property {(value: string) => void} pick
 * @property {() => void} undo
 * @property {() => void} rebet
 * @property {() => void} clear
 * @property {() => void} favourite
 * @property {() => void} help
 * @property {() => void} buy
 * @property {(letter: string) => void} decide
 */

/** What is shown on the page of help, with the word of the catalogue. @type {[string, import("../words.js").Word][]} */
export const HELP = [
  ["← →", "table.key_boxes"],
  ["↑ ↓", "table.key_areas"],
  ["1 – 9  + −", "table.key_chips"],
  ["Enter", "table.key_place"],
  ["Backspace", "table.key_undo"],
  ["Delete", "table.key_clear"],
  ["R", "table.key_rebet"],
  ["V", "table.key_favourite"],
  ["L", "table.key_look"],
  ["P", "table.key_play"],
  ["F", "table.key_fold"],
  ["C", "table.key_check"],
  ["B", "table.key_buy"],
  ["?", "table.key_help"],
];

/** @param {KeyboardEvent} event @param {Scene} scene @param {Keys} keys */
export function onKey(event, scene, keys) {
  const target = event.target instanceof Element ? event.target : null;
  if (event.ctrlKey || event.metaKey || event.altKey || target?.closest("input, select, textarea, dialog"))
    return;
  if (done(event, target, scene, keys)) event.preventDefault();
}

/** @param {KeyboardEvent} event @param {Element | null} target @param {Scene} scene @param {Keys} keys @returns {boolean} */
function done(event, target, scene, keys) {
  const { key } = event;
  const { box, bet } = scene.at;
  const values = scene.table?.denominations ?? [];
  if (key.startsWith("Arrow")) return arrow(key, scene, keys);
  if (key === "Enter" || key === " ") {
    if (!target?.closest("[data-area]")) return false;
    keys.press(box, bet);
    return true;
  }
  const due = asked(scene);
  if (due && raises(scene, due.number).some(({ times }) => String(times) === key)) keys.decide(key);
  else if (/^[1-9]$/.test(key) && values[Number(key) - 1]) keys.pick(values[Number(key) - 1]);
  else if (key === "+" || key === "=") keys.pick(next(values, scene.chip, 1));
  else if (key === "-") keys.pick(next(values, scene.chip, -1));
  else if (key === "Backspace") keys.undo();
  else if (key === "Delete") keys.clear();
  else if (key === "?") keys.help();
  else if (/^[rR]$/.test(key)) keys.rebet();
  else if (/^[vV]$/.test(key)) keys.favourite();
  else if (/^[bB]$/.test(key)) keys.buy();
  else if (/^[lpfcLPFC]$/.test(key)) keys.decide(key.toUpperCase());
  else return false;
  return true;
}

/** Box 1 lies at the reader's right, and the Dealer above. @param {string} key @param {Scene} scene @param {Keys} keys */
function arrow(key, scene, keys) {
  const { box, bet } = scene.at;
  const boxes = numbers(scene).length;
  const bets = scene.felt?.areas.map((area) => area.bet) ?? [];
  const place = bets.indexOf(bet);
  const around = (/** @type {number} */ to) => ((to - 1 + boxes) % boxes) + 1;
  if (key === "ArrowLeft") keys.move(around(box + 1), bet);
  else if (key === "ArrowRight") keys.move(around(box - 1), bet);
  else if (key === "ArrowUp") keys.move(box, bets[Math.max(0, place - 1)]);
  else if (key === "ArrowDown") keys.move(box, bets[Math.min(bets.length - 1, place + 1)]);
  return true;
}

/** @param {readonly string[]} values @param {string} chip @param {number} step */
function next(values, chip, step) {
  const sorted = [...values].sort((a, b) => (cents(a) < cents(b) ? -1 : 1));
  return sorted[Math.min(sorted.length - 1, Math.max(0, sorted.indexOf(chip) + step))] ?? chip;
}

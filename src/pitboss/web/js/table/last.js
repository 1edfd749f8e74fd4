/** The reader's last result stays in reach, also after a reload, until they have another. */

import { dialog } from "../dialog.js";
import { h } from "../dom.js";
import { gain } from "../money.js";
import { play } from "../play/watch.js";
import { tone, why } from "../reasons.js";
import { t } from "../words.js";
import { net } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Last} Last */

/** @param {Scene} scene */
function key({ id, me }) {
  return `pitboss.last.${id}.${me}`;
}

/** Keep what the reader got in the round that is over. @param {Scene} scene */
export function keepLast(scene) {
  const { round } = scene.table ?? {};
  const mine = net(scene);
  if (!round?.settlement || mine === null || scene.last?.number === round.number) return;
  const lines = round.settlement.lines.filter((line) => line.player === scene.me);
  play.lookSoon();
  sessionStorage.setItem(key(scene), JSON.stringify({ number: round.number, net: mine, lines }));
}

/** What was kept, once another round is on. @param {Scene} scene @returns {Last | null} */
export function lastResult(scene) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key(scene)) ?? "null");
    return kept && kept.number !== scene.table?.round?.number ? kept : null;
  } catch {
    return null;
  }
}

/** @param {Scene} scene */
export function lastButton(scene) {
  const { last } = scene;
  if (!last) return null;
  return h(
    "button",
    { key: "last", type: "button", class: "link last", "data-act": "last", onclick: () => show(scene, last) },
    t("table.last"),
    " ",
    h("b", { class: tone(last.net), translate: "no" }, gain(last.net)),
  );
}

/** @param {Scene} scene @param {Last} last */
function show({ id, table }, last) {
  dialog(`${t("floor.round", { number: last.number })} · ${gain(last.net)}`, () => [
    last.lines.map((line) => why(line, table?.sheet ?? "", {})),
    h(
      "p",
      { key: "more" },
      h("a", { href: `/rounds/${encodeURIComponent(id)}/${last.number}` }, t("table.whole_round")),
    ),
  ]);
}

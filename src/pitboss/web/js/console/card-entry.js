/** Cards on their way from the Dealer's fingers to the record. */

import { cardName } from "../svg/card.js";
import { t } from "../words.js";
import { parse, placeName, UNKNOWN } from "./cards.js";
import { AS_DUE, NEXT } from "./task-panel.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./task.js").Task} Task */
/** @typedef {import("./task-panel.js").Entry} Entry */
/** @typedef {import("./cards.js").Out} Out */

/**
 * What was typed as an act, or what is wrong with it.
 *
 * @param {Task} task
 * @param {Entry} entry
 * @param {Map<string, string>} out
 * @returns {{act: Record<string, unknown>, cards: string[], place: string} | {wrong: string}}
 */
export function actOf(task, entry, out) {
  const { cards, wrong } = parse(entry.typed);
  if (wrong.length) return { wrong: t("console.no_card", { word: wrong[0] }) };
  if (!cards.length) return { wrong: t("console.type_first") };
  const due = entry.target === AS_DUE;
  const [kind, place] = due ? [task.act ?? "deal", String(task.to ?? "")] : entry.target.split(" ");
  if (due && task.cards && cards.length !== task.cards)
    return { wrong: t("console.so_many", { cards: cards.length, due: task.cards }) };
  const twice = kind === "show" ? null : outAlready(cards, out);
  if (twice && entry.warned !== cards.join(" ")) return { wrong: twice };
  const to = /^\d$/.test(place) ? Number(place) : place;
  if (kind === "show") return { act: { act: "show", at: to, cards }, cards, place };
  if (kind === "deal") return { act: { act: "deal", to, cards }, cards, place };
  return { act: { act: kind, card: cards[0] }, cards, place: kind === "burn" ? "burnt" : "discarded" };
}

/** A card that lies somewhere already is a slip of the finger, or a card too many in the deck. @param {string[]} cards @param {Map<string, string>} out */
function outAlready(cards, out) {
  for (const [at, code] of cards.entries()) {
    if (code === UNKNOWN) continue;
    const place = out.get(code);
    if (place) return t("console.out_already", { card: cardName(code), place: placeName(place) });
    if (cards.indexOf(code) !== at) return t("console.typed_twice", { card: cardName(code) });
  }
  return null;
}

/**
 * Send what was typed. The first time a card is out already nothing is sent, and it says so.
 *
 * @param {Desk} desk
 * @param {Task} task
 * @param {Entry} entry
 * @param {Out} out
 */
export async function enterCards(desk, task, entry, out) {
  const found = actOf(task, entry, out.cards);
  if ("wrong" in found) {
    entry.warning = found.wrong;
    entry.warned = parse(entry.typed).cards.join(" ");
    return desk.changed();
  }
  const words = found.cards.map(cardName).join(", ");
  const said = t("console.did_cards", { cards: words, place: placeName(found.place) });
  const { typed, target } = entry;
  // The field is free at once: what is typed while these cards are on their way is for the next place.
  Object.assign(entry, { typed: "", target: AS_DUE, warning: "", warned: "" });
  desk.place = NEXT;
  if (await desk.act(found.act, said)) {
    if (found.act.act !== "show") out.keep(found.cards, found.place);
    entry.last = { place: found.place, cards: found.cards, version: desk.legal?.version ?? 0 };
  } else if (!entry.typed) Object.assign(entry, { typed, target });
  desk.changed();
}

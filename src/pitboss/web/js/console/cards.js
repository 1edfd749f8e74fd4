/** Cards as they are typed, which of them are out, and the deck to click them in. */

import { h } from "../dom.js";
import { card, cardName } from "../svg/card.js";
import { RANKS, SUITS } from "../svg/suits.js";
import { t } from "../words.js";

/** @typedef {import("./desk.js").Desk} Desk */

export const UNKNOWN = "?";
/** The whole deck, a suit after the other. */
const DECK = Object.keys(SUITS).flatMap((suit) => RANKS.map((rank) => rank + suit));

/**
 * Cards from what was typed: `As Kd`, `as,kd`, `10h` and `?` for a card that nobody knows.
 *
 * @param {string} typed
 * @returns {{cards: string[], wrong: string[]}}
 */
export function parse(typed) {
  /** @type {{cards: string[], wrong: string[]}} */
  const found = { cards: [], wrong: [] };
  for (const word of typed
    .replaceAll("?", " ? ")
    .split(/[\s,;.]+/)
    .filter(Boolean)) {
    const pairs = word.replace(/10/g, "T").match(/^(?:[2-9tjqka][shdc])+$/i) ? pairsOf(word) : null;
    if (word === UNKNOWN) found.cards.push(UNKNOWN);
    else if (pairs) found.cards.push(...pairs);
    else found.wrong.push(word);
  }
  return found;
}

/** @param {string} word */
function pairsOf(word) {
  const letters = word.replace(/10/g, "T");
  return (letters.match(/../g) ?? []).map((pair) => pair[0].toUpperCase() + pair[1].toLowerCase());
}

/** Where cards lie that this screen knows of: those everybody sees, and those that were typed here. */
export class Out {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.key = `pitboss.console.${desk.id}`;
  }

  /** @returns {Map<string, string>} cards with their places */
  get cards() {
    const { number, typed } = this.kept();
    const found = new Map(number === this.number ? typed : []);
    const round = this.desk.playing ? this.desk.table?.round : null;
    for (const box of round?.boxes ?? []) for (const code of box.cards) found.set(code, String(box.number));
    for (const code of round?.dealer ?? []) found.set(code, "dealer");
    for (const code of round?.community ?? []) found.set(code, "community");
    found.delete(UNKNOWN);
    return found;
  }

  get number() {
    return this.desk.table?.round?.number ?? 0;
  }

  /** Remember what was typed here, until the round is over. @param {readonly string[]} cards @param {string} place */
  keep(cards, place) {
    const { number, typed } = this.kept();
    const known = number === this.number ? typed : [];
    const added = cards.filter((code) => code !== UNKNOWN).map((code) => [code, place]);
    this.write([...known, ...added]);
  }

  /** A card was another. @param {string} recorded @param {string} right */
  replace(recorded, right) {
    const { typed } = this.kept();
    this.write(typed.map(([code, place]) => [code === recorded ? right : code, place]));
  }

  /** @param {string[][]} typed */
  write(typed) {
    sessionStorage.setItem(this.key, JSON.stringify({ number: this.number, typed }));
  }

  /** @returns {{number: number, typed: [string, string][]}} */
  kept() {
    try {
      return JSON.parse(sessionStorage.getItem(this.key) ?? "") ?? { number: 0, typed: [] };
    } catch {
      return { number: 0, typed: [] };
    }
  }
}

/** A place in words. @param {string | number} place */
export function placeName(place) {
  if (place === "dealer") return t("table.dealer");
  if (place === "community") return t("table.community");
  if (place === "burnt") return t("console.burnt");
  if (place === "discarded") return t("console.discarded");
  return t("why.box", { box: place });
}

/**
 * The deck: a press takes a card, and what is out already is quiet.
 *
 * @param {Map<string, string>} out
 * @param {readonly string[]} taken those that are typed already
 * @param {(code: string) => void} take
 */
export function deck(out, taken, take) {
  return h(
    "div",
    { key: "deck", class: "deck", role: "group", "aria-label": t("console.deck") },
    Object.keys(SUITS).map((suit) =>
      h(
        "div",
        { key: suit, class: "deck-suit" },
        DECK.filter((code) => code[1] === suit).map((code) => {
          const place = out.get(code);
          const gone = place !== undefined || taken.includes(code);
          return h(
            "button",
            {
              key: code,
              type: "button",
              class: "deck-card",
              "aria-disabled": gone ? "true" : undefined,
              "aria-label": place
                ? t("console.card_out", { card: cardName(code), place: placeName(place) })
                : cardName(code),
              title: place && t("console.card_out", { card: cardName(code), place: placeName(place) }),
              "data-card": code,
              onclick: () => !gone && take(code),
            },
            card(code, { "aria-hidden": "true", role: undefined, "aria-label": undefined }),
          );
        }),
      ),
    ),
    h(
      "button",
      { key: "unknown", type: "button", class: "quiet", "data-card": UNKNOWN, onclick: () => take(UNKNOWN) },
      t("console.unknown_card"),
    ),
  );
}

/** Hands as the pages write them: a ten is 10, as on a card, and suits are signs. */

const SUITS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const HAND = /\b[2-9TJQKA](?:-?[2-9TJQKA])*[so]?\b/g;

/** A text in which hands by ranks (`T9s`, `Q-T-5`) have 10 for a ten. @param {string} text */
export function inTens(text) {
  return text.replace(HAND, (hand) => hand.replaceAll("T", "10"));
}

/** Cards with the signs of their suits, and other hands with 10 for a ten. @param {string} hand */
export function inSuits(hand) {
  return inTens(
    hand.replace(
      /\b([2-9TJQKA])([shdc])\b/g,
      (_, rank, suit) => `${rank === "T" ? "10" : rank}${SUITS[/** @type {"s"} */ (suit)]}`,
    ),
  );
}

/** A number with its sign; whole numbers and long fractions as they are. @param {number} value @param {number} places */
export function signed(value, places) {
  const text = places ? value.toFixed(places) : String(+value.toFixed(2));
  return (value > 0 ? `+${text}` : text).replace("-", "−");
}

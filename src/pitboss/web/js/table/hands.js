/** Cards on the felt: the Dealer's, the community's and those of the boxes. */

import { h } from "../dom.js";
import { card, cardName } from "../svg/card.js";
import { t, term } from "../words.js";
import { act, boxOf, own, ownBoxes, phase } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").BoxPlan} BoxPlan */
/** @typedef {import("./plan.js").Point} Point */
/** @typedef {import("../answers").RankNow} RankNow */
/** @typedef {(element: Element, slot: string, hidden: boolean) => void} Dealt a card is new at its slot, or has been turned over */

const HIDDEN = "?";

/**
 * Cards in a row around a point.
 *
 * @param {string} place
 * @param {readonly string[]} cards
 * @param {Point} middle
 * @param {number} wide of a card
 * @param {number} part how much of each is seen beside the next
 * @param {Dealt} dealt
 * @param {(code: string) => string} [marks] the class of a card
 */
export function row(place, cards, middle, wide, part, dealt, marks = () => "") {
  const step = wide * part;
  const left = middle.x - (step * (cards.length - 1)) / 2;
  return cards.map((code, index) => {
    const slot = `${place}-${index}`;
    return h(
      "g",
      {
        key: `${slot}-${code === HIDDEN ? "down" : code}`,
        class: `card-place ${marks(code)}`,
        style: { transform: `translate(${(left + index * step).toFixed(1)}px, ${middle.y.toFixed(1)}px)` },
        made: (/** @type {Element} */ element) => dealt(element, slot, code === HIDDEN),
      },
      h(
        "g",
        { class: "card-turn" },
        card(code, { x: -wide / 2, y: -wide * 0.7, width: wide, height: wide * 1.4 }),
      ),
    );
  });
}

/** @param {Scene} scene @param {Plan} plan @param {Dealt} dealt */
export function dealersCards(scene, plan, dealt) {
  const round = scene.table?.round;
  const felt = scene.felt;
  if (!round || !felt) return null;
  const { dealer, community } = plan;
  return [
    felt.dealer > 0 &&
      h(
        "g",
        {
          key: "dealer",
          class: "dealers-cards",
          role: "group",
          "aria-label": `${t("table.dealer")}: ${inWords(round.dealer)}`,
        },
        outlines(felt.dealer, dealer, dealer.card, felt.dealer > 3 ? 0.8 : 1.08),
        row("dealer", round.dealer, dealer, dealer.card, felt.dealer > 3 ? 0.8 : 1.08, dealt, (code) =>
          unused(scene, round.dealer_rank, code),
        ),
      ),
    felt.community > 0 &&
      h(
        "g",
        {
          key: "community",
          class: "community-cards",
          role: "group",
          "aria-label": `${t("table.community")}: ${inWords(round.community)}`,
        },
        outlines(felt.community, community, community.card, 1.1),
        row("community", round.community, community, community.card, 1.1, dealt),
        markers(scene, round.community, community),
        plan.kind === "desk" &&
          h(
            "text",
            {
              key: "label",
              class: "cards-label",
              x: community.x - community.card * 0.55 * felt.community - 10,
              y: community.y,
            },
            t("table.community"),
          ),
      ),
    round.dealer_rank && dealersRank(scene, plan),
  ];
}

/** Whether a card of a hand that was chosen from more did not count in the end. @param {Scene} scene @param {RankNow | null | undefined} rank @param {string} code */
function unused(scene, rank, code) {
  return phase(scene) === "settled" && rank?.cards?.length && !rank.cards.includes(code) ? "unused" : "";
}

/** Under each community card, whose hand it counts in: the reader's, the Dealer's. @param {Scene} scene @param {readonly string[]} cards @param {Point & {card: number}} at */
function markers(scene, cards, { x, y, card: wide }) {
  const round = scene.table?.round;
  if (phase(scene) !== "settled" || !round) return null;
  const mine = boxOf(scene, ownBoxes(scene)[0] ?? 0)?.rank?.cards ?? [];
  const theirs = round.dealer_rank?.cards ?? [];
  const left = x - (wide * 1.1 * (cards.length - 1)) / 2;
  return cards.map((code, index) => {
    const middle = left + index * wide * 1.1;
    const bar = (/** @type {string} */ whose, /** @type {number} */ from) =>
      h("rect", {
        key: `${whose} ${index}`,
        class: `counts counts-${whose}`,
        x: middle + wide * from,
        y: y + wide * 0.7 - 5,
        width: wide * 0.42,
        height: 4,
        rx: 2,
      });
    return [mine.includes(code) && bar("mine", -0.46), theirs.includes(code) && bar("theirs", 0.04)];
  });
}

/** Where cards will lie, printed. @param {number} count @param {Point} middle @param {number} wide @param {number} part */
function outlines(count, middle, wide, part) {
  const left = middle.x - (wide * part * (count - 1)) / 2;
  return Array.from({ length: count }, (_, index) =>
    h("rect", {
      key: `outline ${index}`,
      class: "card-outline",
      x: left + index * wide * part - wide / 2,
      y: middle.y - wide * 0.7,
      width: wide,
      height: wide * 1.4,
      rx: wide * 0.08,
    }),
  );
}

/** @param {Scene} scene @param {Plan} plan */
function dealersRank(scene, plan) {
  const round = scene.table?.round;
  if (!round?.dealer_rank) return null;
  const ranks = round.boxes.map((box) => box.rank);
  const words = called(scene, round.dealer_rank, round.dealer, ranks);
  const qualifies =
    round.dealer_qualifies === null || round.dealer_qualifies === undefined
      ? ""
      : round.dealer_qualifies
        ? t("table.qualifies")
        : t("table.no_qualify");
  const text = qualifies ? `${words} · ${qualifies}` : words;
  const { x, y, card: wide } = plan.dealer;
  return plaque(
    plan.width,
    "dealer-rank",
    text,
    { x, y: y + wide * 0.7 + (plan.kind === "desk" ? 9 : 6) },
    plan.kind === "desk" ? 15 : 11,
    "rank-plaque",
  );
}

/** Words on a dark plate that stays on the felt. @param {number} felt its width @param {string} key @param {string} text @param {Point} at @param {number} size @param {string} kind */
export function plaque(felt, key, text, at, size, kind) {
  const wide = [...text].reduce((sum, letter) => sum + (letter > "⺀" ? 1.05 : 0.56), 0) * size + size * 1.3;
  const x = Math.max(wide / 2, Math.min(at.x, felt - wide / 2));
  return h(
    "g",
    { key, class: `plaque ${kind}`, transform: `translate(${x.toFixed(1)} ${at.y.toFixed(1)})` },
    h("rect", { x: -wide / 2, y: -size * 0.85, width: wide, height: size * 1.7, rx: size * 0.85 }),
    h("text", { "font-size": size, y: 0 }, text),
  );
}

/**
 * The hand of a box. The reader's own is turned over by a press.
 *
 * @param {Scene} scene
 * @param {BoxPlan} plan
 * @param {Dealt} dealt
 * @param {(box: number) => void} look
 * @param {number} felt the felt's width
 */
export function hand(scene, plan, dealt, look, felt) {
  const box = boxOf(scene, plan.number);
  if (!box?.cards.length) return null;
  const mine = own(scene, plan.number);
  const may = mine && act(scene, { act: "look", box: plan.number }) !== null && box.cards.includes(HIDDEN);
  const wide = plan.card * (mine && !plan.small ? 1.2 : 1);
  const part = box.cards.length > 3 ? 0.52 : plan.small ? 0.5 : box.cards.length > 2 ? 0.66 : 0.8;
  const played = box.decided.some((way) => scene.felt?.areas.some((area) => area.bet === way));
  const closed = mine && box.cards.includes(HIDDEN);
  return h(
    "g",
    {
      key: "hand",
      class: `hand ${box.folded || box.out.length ? "out" : ""} ${mine ? "mine" : ""} ${may ? "ready" : ""}`,
      role: closed ? "button" : "group",
      tabindex: closed && may ? 0 : undefined,
      "data-hand": plan.number,
      "aria-label": `${t("why.box", { box: plan.number })}: ${inWords(box.cards)}${may ? `. ${t("table.look")}` : ""}`,
      onclick: closed ? () => look(plan.number) : undefined,
      onkeydown: closed
        ? (/** @type {KeyboardEvent} */ event) => {
            if (event.key === "Enter" || event.key === " ") look(plan.number);
          }
        : undefined,
    },
    row(`box${plan.number}`, box.cards, played ? plan.played : plan.hand, wide, part, dealt, (code) =>
      unused(scene, box.rank, code),
    ),
    box.rank &&
      !plan.small &&
      plaque(
        felt,
        "rank",
        called(scene, box.rank, box.cards, [scene.table?.round?.dealer_rank]),
        { x: plan.hand.x, y: plan.name.y < plan.hand.y ? plan.hand.y + wide * 0.7 + 14 : plan.name.y - 27 },
        mine ? 15 : 13,
        "rank-plaque",
      ),
    (box.folded || box.out.length > 0) &&
      !plan.small &&
      plaque(felt, "state", box.folded ? t("table.folded") : t("table.out"), plan.hand, 14, "out-plaque"),
  );
}

/** What a hand is called; once settled, with its ranks if a hand that it met has the same name. @param {Scene} scene @param {RankNow} rank @param {string[]} cards @param {(RankNow | null | undefined)[]} met */
function called(scene, rank, cards, met) {
  return phase(scene) === "settled" ? rankAgainst(rank, cards, met) : rankInWords(rank);
}

const HIGH_TO_LOW = "AKQJT98765432";

/** The name of a hand, with its ranks if a hand that it met has the same name: "King high (K-9-4)". @param {RankNow} rank @param {string[]} cards @param {(RankNow | null | undefined)[]} met */
export function rankAgainst(rank, cards, met) {
  const name = rankInWords(rank, true);
  if (!met.some((other) => other && rankInWords(other, true) === name)) return name;
  const ranks = (rank.cards?.length ? rank.cards : cards).map((code) => code.charAt(0));
  const many = (/** @type {string} */ one) => ranks.filter((each) => each === one).length;
  ranks.sort((a, b) => many(b) - many(a) || HIGH_TO_LOW.indexOf(a) - HIGH_TO_LOW.indexOf(b));
  return t("table.ranks", { hand: name, ranks: ranks.join("-").replaceAll("T", "10") });
}

/** @param {readonly string[]} cards */
export function inWords(cards) {
  if (!cards.length) return t("table.no_cards");
  const closed = cards.filter((code) => code === HIDDEN).length;
  const open = cards.filter((code) => code !== HIDDEN).map(cardName);
  return [...open, ...(closed ? [t("table.face_down", { cards: closed })] : [])].join(", ");
}

/** A rank as a Dealer calls it: "Pair of nines", or "Pair of nines, ace kicker". @param {RankNow} rank @param {boolean} [whole] with the kicker */
export function rankInWords(rank, whole = false) {
  const values = {
    first: term("rank", rank.first),
    firsts: term("ranks", rank.first),
    seconds: rank.second ? term("ranks", rank.second) : "",
    suit: rank.suit ? term("suit", rank.suit) : "",
  };
  const found = term("called", rank.category);
  const text = found.replace(
    /\{(\w+)\}/g,
    (_, name) => values[/** @type {keyof typeof values} */ (name)] ?? "",
  );
  const called = text.charAt(0).toUpperCase() + text.slice(1);
  return whole && rank.kicker ? t("table.kicker", { hand: called, rank: term("rank", rank.kicker) }) : called;
}

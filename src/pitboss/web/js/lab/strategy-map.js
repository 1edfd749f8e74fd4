/** The strategy map: which hands are played, and which begin to be when the displayed jackpot grows. */

import { h } from "../dom.js";
import { money } from "../money.js";
import { t } from "../words.js";
import { rankSign } from "../svg/card.js";
import { faceUpMap } from "./face-up-map.js";
import { followMaps, kindsMap } from "./follow-map.js";
import { entry } from "./legend.js";
import { inTens } from "./notation.js";
import { closest, ladder } from "./strategy-tables.js";
import { RANKS } from "../svg/suits.js";

/** @typedef {import("./answer.js").Odds} Odds */
/** @typedef {import("./answer.js").Strategy} Strategy */
/** @typedef {import("./answer.js").Breakpoint} Breakpoint */
/** @typedef {"play" | "some" | "later" | "fold" | "made"} State */
/** @typedef {{state: State, from?: number}} Cell */

const SIZE = 15;

/** @param {Odds} odds @param {number} meter @param {import("./face-up-map.js").FaceUp} [faceUp] */
export function strategyMap(odds, meter, faceUp) {
  const { strategy } = odds;
  const points = odds.joint?.breakpoints ?? [];
  return h(
    "div",
    { key: "map", class: "map" },
    strategy.play_from !== undefined && [
      h("p", { key: "three axes", class: "muted" }, t("lab.map_three_axes")),
      threeCards(strategy, points, meter),
    ],
    strategy.folded !== undefined && [
      h("p", { key: "hole axes", class: "muted" }, t("lab.map_hole_axes")),
      holeCards(strategy, points, meter),
    ],
    (strategy.play_from !== undefined || strategy.folded !== undefined) && legend(strategy, points),
    followMaps(odds),
    kindsMap(odds),
    faceUp && faceUpMap(faceUp),
    ladder(points, meter, odds.sheet),
    closest(strategy, odds.sheet),
  );
}

/** A map for each highest card: the second card across, the third downwards. @param {Strategy} strategy @param {Breakpoint[]} points @param {number} meter */
function threeCards(strategy, points, meter) {
  const from = placesOf(strategy.play_from ?? "");
  const some = new Set((strategy.also_played ?? []).map(rankKey));
  /** @type {Map<string, number>} */
  const later = new Map();
  for (const point of points)
    if (point.meter > meter)
      for (const hand of point.hands) if (!later.has(rankKey(hand))) later.set(rankKey(hand), point.meter);
  return h(
    "div",
    {
      key: "three",
      class: "map-three",
      role: "img",
      "aria-label": t("lab.map_three", { hand: inTens(strategy.play_from ?? "") }),
    },
    RANKS.slice(0, 10).map((high, place) =>
      panel(high, place, (second, third) => cellOf(place, second, third, from, some, later)),
    ),
  );
}

/** @param {number} first @param {number} second @param {number} third @param {number[] | null} from @param {Set<string>} some @param {Map<string, number>} later @returns {Cell} */
function cellOf(first, second, third, from, some, later) {
  const [a, b, c] = [first, second, third];
  if ((b === a + 1 && c === b + 1) || (a === 0 && b === 11 && c === 12)) return { state: "made" };
  const key = [a, b, c].map((place) => RANKS[place]).join("");
  if (from && compare([a, b, c], from) <= 0) return { state: "play" };
  if (some.has(key)) return { state: "some", from: later.get(key) };
  return later.has(key) ? { state: "later", from: later.get(key) } : { state: "fold" };
}

/** @param {string} high @param {number} place @param {(second: number, third: number) => Cell} at */
function panel(high, place, at) {
  const cards = RANKS.slice(place + 1);
  const wide = (cards.length + 1) * SIZE;
  return h(
    "figure",
    { key: high, class: "map-panel" },
    h("figcaption", { translate: "no" }, rankSign(high)),
    h(
      "svg",
      {
        viewBox: `0 0 ${wide} ${wide}`,
        style: { width: `${(wide / SIZE).toFixed(2)}rem` },
        "aria-hidden": "true",
        translate: "no",
      },
      cards
        .slice(0, -1)
        .map((second, column) =>
          h(
            "text",
            { key: `c${second}`, class: "map-rank", x: (column + 1.5) * SIZE, y: SIZE * 0.72 },
            rankSign(second),
          ),
        ),
      cards
        .slice(1)
        .map((third, row) =>
          h(
            "text",
            { key: `r${third}`, class: "map-rank", x: SIZE * 0.5, y: (row + 1.72) * SIZE },
            rankSign(third),
          ),
        ),
      cards.slice(0, -1).map((second, column) =>
        cards.slice(column + 1).map((third, row) => {
          const found = at(place + 1 + column, place + 2 + column + row);
          return square(
            `${second}${third}`,
            (column + 1) * SIZE,
            (column + row + 1) * SIZE,
            found,
            inTens(`${high}-${second}-${third}`),
          );
        }),
      ),
    ),
  );
}

/** The thirteen by thirteen of two cards: suited above, unsuited below. @param {Strategy} strategy @param {Breakpoint[]} points @param {number} meter */
function holeCards(strategy, points, meter) {
  const folded = new Set(strategy.folded);
  /** @type {Map<string, number>} */
  const later = new Map();
  for (const point of points)
    if (point.meter > meter) for (const hand of point.hands) later.set(hand, point.meter);
  const wide = 14 * 30;
  return h(
    "svg",
    {
      key: "hole",
      class: "map-hole",
      viewBox: `0 0 ${wide} ${wide}`,
      role: "img",
      "aria-label": t("lab.map_hole", { hands: [...folded].join(", ") || "–" }),
      translate: "no",
    },
    RANKS.map((rank, place) => [
      h("text", { key: `c${rank}`, class: "map-rank", x: (place + 1.5) * 30, y: 20 }, rankSign(rank)),
      h("text", { key: `r${rank}`, class: "map-rank", x: 15, y: (place + 1.65) * 30 }, rankSign(rank)),
    ]),
    RANKS.map((high, row) =>
      RANKS.map((low, column) => {
        const hand = row === column ? high + low : row < column ? `${high}${low}s` : `${low}${high}o`;
        /** @type {Cell} */
        const cell = later.has(hand)
          ? { state: "later", from: later.get(hand) }
          : { state: folded.has(hand) ? "fold" : "play" };
        return [
          square(hand, (column + 1) * 30, (row + 1) * 30, cell, inTens(hand), 30),
          h(
            "text",
            { key: `t${hand}`, class: `map-hand ${cell.state}`, x: (column + 1.5) * 30, y: (row + 1.6) * 30 },
            inTens(hand),
          ),
        ];
      }),
    ),
  );
}

/** @param {string} key @param {number} x @param {number} y @param {Cell} cell @param {string} name @param {number} [size] */
function square(key, x, y, cell, name, size = SIZE) {
  const word = {
    play: t("lab.state_play"),
    some: t("lab.state_some"),
    later: t("lab.state_later"),
    fold: t("lab.state_fold"),
    made: t("lab.state_made"),
  }[cell.state];
  const from = cell.from === undefined ? "" : ` ${money(cell.from.toFixed(2))}`;
  return h(
    "rect",
    {
      key: `q${key}`,
      class: `map-cell ${cell.state}`,
      x: x + 0.75,
      y: y + 0.75,
      width: size - 1.5,
      height: size - 1.5,
      rx: 2,
    },
    h("title", null, `${name}: ${word}${from}`),
  );
}

/** @param {Strategy} strategy @param {Breakpoint[]} points */
function legend(strategy, points) {
  /** @type {[State, string][]} */
  const all = [
    ["play", t("lab.state_play")],
    ["some", t("lab.state_some")],
    ["later", t("lab.state_later")],
    ["fold", t("lab.state_fold")],
    ["made", t("lab.state_made")],
  ];
  const absent = new Set([
    !points.length && "later",
    !strategy.also_played?.length && "some",
    strategy.play_from === undefined && "made",
  ]);
  const shown = all.filter(([state]) => !absent.has(state));
  return h(
    "ul",
    { key: "legend", class: "legend" },
    shown.map(([state, name]) =>
      entry(state, h("rect", { class: `map-cell ${state}`, x: 3, y: 1, width: 13, height: 13, rx: 2 }), name),
    ),
  );
}

/** A hand of cards by its ranks, highest first. @param {string} hand */
function rankKey(hand) {
  return hand
    .split(" ")
    .map((card) => card[0])
    .sort((a, b) => RANKS.indexOf(a) - RANKS.indexOf(b))
    .join("");
}

/** `Q-6-4` as places in the order of ranks; null for a hand that is no odd cards. @param {string} name */
function placesOf(name) {
  if (name === "none") return [-1, -1, -1];
  const ranks = name.split("-");
  if (ranks.length !== 3 || name.includes(" ")) return [-1, -1, -1];
  const places = ranks.map((rank) => RANKS.indexOf(rank));
  return new Set(places).size === 3 ? places : [-1, -1, -1];
}

/** Lower is a higher hand. @param {number[]} one @param {number[]} other */
function compare(one, other) {
  for (let place = 0; place < one.length; place++)
    if (one[place] !== other[place]) return one[place] - other[place];
  return 0;
}

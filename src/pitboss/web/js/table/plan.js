/**
 * Where things lie on the felt. The Dealer stands at the top; boxes lie at equal angles on an ellipse from their left,
 * which is the reader's right, clockwise; in each box the areas follow outwards. Everything is in the units of the
 * drawing, so the same plan fills a desk and a wall.
 */

/** @typedef {import("../answers").FeltNow} FeltNow */
/** @typedef {{x: number, y: number}} Point */
/**
 * @typedef {Point & {radius: number, side: Point, over?: boolean}} Spot an area; at its `side`, a direction, stands the
 *   sum, or over it where areas lie side by side
 */
/**
 * @typedef {object} BoxPlan
 * @property {number} number
 * @property {boolean} small a place in the strip, of which only the sum is shown
 * @property {Record<string, Spot>} areas by bet
 * @property {Point} hand the middle of its cards
 * @property {Point} played the same once they lie over the area of the decision
 * @property {number} card the width of a card
 * @property {Point} name
 */
/**
 * @typedef {object} Plan
 * @property {"desk" | "phone"} kind
 * @property {number} width
 * @property {number} height
 * @property {BoxPlan[]} boxes
 * @property {Point & {card: number}} dealer
 * @property {Point & {card: number}} community
 * @property {Point} tray
 * @property {Point} shoe
 * @property {Point} discards
 * @property {Point} saying where the Dealer's words stand
 * @property {{rx: number, ry: number, cy: number}} arc of the printed line
 */

const [FIRST, LAST] = [0.105 * Math.PI, 0.895 * Math.PI];
/** A room of fewer pixels is a phone. */
const NARROW = 900;
/** A room that is lower is a phone on its side. */
const LOW = 400;
const WIDEST_STEP = Math.PI / 6;

/**
 * @param {FeltNow} felt
 * @param {number} boxes
 * @param {{width: number, height: number}} room in pixels
 * @param {number | null} large the box that is shown large on a phone
 * @returns {Plan}
 */
export function plan(felt, boxes, room, large) {
  if (room.width >= NARROW && room.height >= LOW) return desk(felt, boxes, room);
  const aside = room.height < LOW && room.width > room.height * 1.4;
  return (aside ? lying : phone)(felt, boxes, room, large ?? 1);
}

/** @param {FeltNow} felt @param {number} boxes @param {{width: number, height: number}} room @returns {Plan} */
function desk(felt, boxes, room) {
  const [two, width] = [rowsOf(felt) > 1, 1600];
  const height = Math.min(1150, Math.max(700, (width * room.height) / Math.max(1, room.width)));
  const k = height / 830;
  const s = Math.min(1.18, Math.max(0.86, k));
  const [cx, cy] = [width / 2, 58 * k];
  const rings = ringsOf(felt);
  const first = two ? 296 : 250;
  /** @param {number} angle @param {number} part from the coin spot, 0, to the hand, 1 @returns {Point} */
  const at = (angle, part) => {
    const full = 1 + 0.09 * Math.sin(2 * angle) ** 2;
    return {
      x: cx + (400 + 300 * part) * full * Math.cos(angle),
      y: cy + (first + (596 - first) * part) * k * full * Math.sin(angle),
    };
  };
  return {
    kind: "desk",
    width,
    height,
    boxes: anglesOf(boxes).map((angle, place) => {
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const flat = Math.abs(cos) > 0.85;
      const across = flat ? { x: 0, y: 1 } : { x: cos < -0.01 ? -1 : 1, y: 0 };
      const outwards = flat ? { x: Math.sign(cos), y: 0 } : { x: 0, y: 1 };
      const hand = at(angle, 1.015);
      return {
        number: place + 1,
        small: false,
        areas: Object.fromEntries(
          rings.map(({ bet, part, aside, radius, beside }) => {
            const { x, y } = at(angle, part);
            return [
              bet,
              {
                x: x + sin * aside * s,
                y: y - cos * aside * s,
                radius: radius * s,
                side: beside ? outwards : across,
                over: beside,
              },
            ];
          }),
        ),
        hand,
        played: hand,
        card: (felt.hand > 3 ? 58 : 64) * s,
        name: { x: hand.x, y: hand.y + 94 * s },
      };
    }),
    dealer: { x: cx, y: 52 + 50 * s, card: 66 * s },
    community: { x: cx, y: 52 + 50 * s + (two ? 112 * s : 0), card: 60 * s },
    saying: { x: cx, y: 52 + (two ? 212 * s + 24 : 124 * s + 20) },
    tray: { x: cx, y: 16 },
    shoe: { x: cx + 232, y: 88 * k },
    discards: { x: cx - 222, y: 92 * k },
    arc: { rx: 372, ry: (two ? 262 : 221) * k, cy },
  };
}

/** @param {FeltNow} felt @param {number} boxes @param {{width: number, height: number}} room @param {number} large @returns {Plan} */
function phone(felt, boxes, room, large) {
  const [two, width] = [rowsOf(felt) > 1, 390];
  const height = Math.max(430, (width * room.height) / Math.max(1, room.width));
  const k = height / 520;
  const order = felt.areas;
  const step = (width - 16) / order.length;
  const radius = Math.min(37 * Math.min(1, k), step * 0.46);
  const seat = Math.min(64, (width - 12) / boxes);
  const strip = (two ? 262 : 192) * k;
  const row = strip + (two ? 70 : 88) * k;
  const middle = row + (two ? 102 : 122) * k;
  const dealer = 34 + 32 * k;
  return {
    kind: "phone",
    width,
    height,
    boxes: Array.from({ length: boxes }, (_, place) => {
      const number = place + 1;
      const x = width / 2 + seat * ((boxes - 1) / 2 - place);
      const small = number !== large;
      const areas = order.map(({ bet }, index) => {
        const off = (index + 0.5) * step + 8;
        const lift = 10 * Math.min(1, k) * Math.cos(((off - width / 2) / width) * Math.PI);
        return [bet, areaOfPhone(bet, off, row + lift, radius)];
      });
      const hand = small ? { x, y: strip - 14 } : { x: width / 2, y: middle };
      return {
        number,
        small,
        areas: small ? {} : Object.fromEntries(areas),
        hand,
        played: hand,
        card: small ? 15 : (two ? 61 : 72) * Math.min(1.2, k) * (felt.hand > 3 ? 0.94 : 1),
        name: { x, y: strip + 6 },
      };
    }),
    dealer: { x: width / 2 + (felt.dealer > 3 ? 14 : 0), y: dealer, card: felt.dealer > 3 ? 42 : 46 },
    community: { x: width / 2, y: dealer + (two ? 65 * Math.max(1, k) : 0), card: 42 },
    saying: { x: width / 2, y: strip - 50 },
    tray: { x: width / 2, y: -20 },
    shoe: { x: width - 36, y: dealer - 6 },
    discards: { x: width - 26, y: dealer + 42 },
    arc: { rx: 0, ry: 0, cy: 0 },
  };
}

/**
 * A phone on its side: the Dealer's cards and words at the left, the boxes, the areas and the hand at the right.
 *
 * @param {FeltNow} felt
 * @param {number} boxes
 * @param {{width: number, height: number}} room
 * @param {number} large
 * @returns {Plan}
 */
function lying(felt, boxes, room, large) {
  const [two, width, left] = [rowsOf(felt) > 1, 800, 330];
  const height = Math.max(240, (width * room.height) / Math.max(1, room.width));
  const k = Math.min(1.35, height / 262);
  const wide = width - left - 10;
  const step = wide / felt.areas.length;
  const radius = Math.min(32, step * 0.45);
  const seat = Math.min(62, wide / boxes);
  const hand = { x: left + wide / 2, y: 188 * k };
  const first = (two ? 50 : 70) * k;
  return {
    kind: "phone",
    width,
    height,
    boxes: Array.from({ length: boxes }, (_, place) => {
      const number = place + 1;
      const x = left + wide / 2 + seat * ((boxes - 1) / 2 - place);
      const small = number !== large;
      const areas = felt.areas.map(({ bet }, index) => [
        bet,
        areaOfPhone(bet, left + (index + 0.5) * step, 104 * k, radius),
      ]);
      return {
        number,
        small,
        areas: small ? {} : Object.fromEntries(areas),
        hand: small ? { x, y: 22 } : hand,
        played: small ? { x, y: 22 } : hand,
        card: small ? 15 : 44 * k,
        name: { x, y: 40 },
      };
    }),
    dealer: { x: left / 2 + 40, y: first, card: 40 * Math.min(1.1, k) },
    community: { x: left / 2 + 40, y: first + 72 * k, card: 38 * Math.min(1.1, k) },
    saying: { x: left / 2, y: height - 46 },
    tray: { x: left / 2 + 40, y: -20 },
    shoe: { x: 40, y: height - 96 * k },
    discards: { x: 40, y: 96 * k },
    arc: { rx: 0, ry: 0, cy: 0 },
  };
}

/** Where a phone has an area: a coin spot is smaller, and what lies on it is told below. @param {string} bet @param {number} x @param {number} y @param {number} radius */
function areaOfPhone(bet, x, y, radius) {
  return { x, y, radius: bet === "jackpot" ? radius * 0.72 : radius, side: { x: 0, y: 1 }, over: true };
}

/** The rows of cards before the Dealer: theirs, the community's, or both. @param {FeltNow} felt */
function rowsOf(felt) {
  return (felt.dealer ? 1 : 0) + (felt.community ? 1 : 0);
}

/** @param {number} boxes */
function anglesOf(boxes) {
  const step = Math.min(WIDEST_STEP, boxes > 1 ? (LAST - FIRST) / (boxes - 1) : 0);
  const first = Math.PI / 2 - (step * (boxes - 1)) / 2;
  return Array.from({ length: boxes }, (_, place) => first + step * place);
}

/**
 * Where the areas of a box lie between the coin spot and the hand; several bets of decisions lie beside each other.
 *
 * @param {FeltNow} felt
 */
function ringsOf(felt) {
  const before = felt.areas.filter((area) => area.placed === "before_deal");
  const after = felt.areas.filter((area) => area.placed === "decision");
  const spread = after.length > 1 ? 66 : 0;
  // Two rows of cards before the Dealer leave less room between the coin spot and the hand.
  const close = felt.community > 0 && after.length === 1;
  const reach = close ? 0.43 : after.length ? 0.46 : 0.6;
  const many = before.length > 2 && !before.some((area) => area.bet === "jackpot");
  const inner = before.map((area, place) => ({
    bet: area.bet,
    part: before.length > 1 ? (place / (before.length - 1)) * reach : 0.3,
    aside: 0,
    radius: area.bet === "jackpot" ? 19 : (area.bet === "ante" ? 37 : 31) - (many ? 4 : 0),
    beside: false,
  }));
  const outer = after.map((area, place) => ({
    bet: area.bet,
    part: after.length > 1 ? 0.69 : close ? 0.68 : 0.74,
    aside: (place - (after.length - 1) / 2) * spread,
    radius: after.length > 1 ? 30 : 37,
    beside: after.length > 1,
  }));
  return [...inner, ...outer];
}

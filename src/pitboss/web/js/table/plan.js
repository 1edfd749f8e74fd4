/**
 * Where things lie on the felt. The Dealer stands at the top; boxes lie at equal angles on an ellipse from his left,
 * which is the reader's right, clockwise; in each box the areas follow outwards. Everything is in the units of the
 * drawing, so the same plan fills a desk and a wall.
 */

/** @typedef {import("../answers").FeltNow} FeltNow */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {Point & {radius: number}} Spot */
/**
 * @typedef {object} BoxPlan
 * @property {number} number
 * @property {boolean} small a place in the strip, of which only the sum is shown
 * @property {Record<string, Spot>} areas by bet
 * @property {Point} hand the middle of its cards
 * @property {Point} played the same once they lie over the area of the decision
 * @property {number} card the width of a card
 * @property {Point} name
 * @property {Point} panel where its buttons stand
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
 * @property {Point} words the middle of the printed line
 * @property {{rx: number, ry: number, cy: number}} arc of the printed line
 */

const [FIRST, LAST] = [0.105 * Math.PI, 0.895 * Math.PI];
const WIDEST_STEP = Math.PI / 6;

/**
 * @param {FeltNow} felt
 * @param {number} boxes
 * @param {{width: number, height: number}} room in pixels
 * @param {number | null} large the box that is shown large on a phone
 * @returns {Plan}
 */
export function plan(felt, boxes, room, large) {
  return room.width < 720 ? phone(felt, boxes, room, large ?? 1) : desk(felt, boxes, room);
}

/** @param {FeltNow} felt @param {number} boxes @param {{width: number, height: number}} room @returns {Plan} */
function desk(felt, boxes, room) {
  const width = 1600;
  const height = Math.min(1150, Math.max(700, (width * room.height) / Math.max(1, room.width)));
  const k = height / 830;
  const s = Math.min(1.18, Math.max(0.88, k));
  const [cx, cy] = [width / 2, 62 * k];
  const rings = ringsOf(felt);
  const angles = anglesOf(boxes);
  /** @param {number} angle @param {number} part from the coin spot, 0, to the hand, 1 @returns {Point} */
  const at = (angle, part) => ({
    x: cx + (392 + 326 * part) * Math.cos(angle),
    y: cy + (268 + 330 * part) * k * Math.sin(angle),
  });
  return {
    kind: "desk",
    width,
    height,
    boxes: angles.map((angle, place) => {
      const tangent = { x: -Math.sin(angle), y: Math.cos(angle) };
      const hand = at(angle, 1);
      return {
        number: place + 1,
        small: false,
        areas: Object.fromEntries(
          rings.map(({ bet, part, aside, radius }) => {
            const { x, y } = at(angle, part);
            return [bet, { x: x - tangent.x * aside * s, y: y - tangent.y * aside * s, radius: radius * s }];
          }),
        ),
        hand,
        played: at(angle, 0.93),
        card: (felt.hand > 3 ? 56 : 62) * s,
        name: { x: hand.x, y: hand.y + 72 * s },
        panel: { x: Math.min(width - 170, Math.max(170, hand.x)), y: Math.min(height - 34, hand.y + 112 * s) },
      };
    }),
    dealer: { x: cx, y: 106 * k, card: 66 * s },
    community: { x: cx, y: 106 * k + 104 * s, card: 62 * s },
    tray: { x: cx, y: 20 },
    shoe: { x: cx + 330, y: 46 * k },
    discards: { x: cx - 330, y: 46 * k },
    words: { x: cx, y: cy + 232 * k },
    arc: { rx: 352, ry: (felt.community ? 236 : 200) * k, cy },
  };
}

/** @param {FeltNow} felt @param {number} boxes @param {{width: number, height: number}} room @param {number} large @returns {Plan} */
function phone(felt, boxes, room, large) {
  const width = 390;
  const height = Math.max(430, (width * room.height) / Math.max(1, room.width));
  const k = height / 520;
  const order = [...felt.areas].reverse();
  const radius = Math.min(36, (width - 24) / (order.length * 2.3));
  const step = (width - 20) / order.length;
  const seat = (width - 12) / boxes;
  const strip = felt.community ? 208 * k : 172 * k;
  const row = strip + 78 * k;
  return {
    kind: "phone",
    width,
    height,
    boxes: Array.from({ length: boxes }, (_, place) => {
      const number = place + 1;
      const x = width - 6 - seat * (place + 0.5);
      const small = number !== large;
      const areas = order.map(({ bet }, index) => {
        const off = (index + 0.5) * step + 10;
        const lift = 14 * Math.cos(((off - width / 2) / width) * Math.PI);
        return [bet, { x: off, y: row + lift, radius: bet === "jackpot" ? radius * 0.72 : radius }];
      });
      return {
        number,
        small,
        areas: small ? {} : Object.fromEntries(areas),
        hand: small ? { x, y: strip - 2 } : { x: width / 2, y: row + 118 * k },
        played: small ? { x, y: strip - 2 } : { x: width / 2, y: row + 112 * k },
        card: small ? 15 : Math.min(78, 96 * k) * (felt.hand > 3 ? 0.86 : 1),
        name: small ? { x, y: strip + 18 } : { x: width / 2, y: row + 118 * k + 66 },
        panel: { x: width / 2, y: height - 34 },
      };
    }),
    dealer: { x: width / 2, y: 66 * k, card: 46 },
    community: { x: width / 2, y: 66 * k + 70, card: 42 },
    tray: { x: width / 2, y: 8 },
    shoe: { x: width - 40, y: 44 * k },
    discards: { x: 40, y: 44 * k },
    words: { x: width / 2, y: strip - 40 },
    arc: { rx: 0, ry: 0, cy: 0 },
  };
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
  const inner = before.map((area, place) => ({
    bet: area.bet,
    part: before.length > 1 ? (place / (before.length - 1)) * 0.44 : 0.3,
    aside: 0,
    radius: area.bet === "jackpot" ? 19 : area.bet === "ante" ? 37 : 31,
  }));
  const outer = after.map((area, place) => ({
    bet: area.bet,
    part: 0.71,
    aside: (place - (after.length - 1) / 2) * spread,
    radius: after.length > 1 ? 30 : 37,
  }));
  return [...inner, ...outer];
}

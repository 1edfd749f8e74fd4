/** A situation on the felt: the table's own parts, with nothing to be played. */

import { newScene, plateOf, tableAtRest } from "../table/scene.js";
import { drawing, STILL } from "../table/drawing.js";

/** @typedef {import("../answers").SituationNow} SituationNow */
/** @typedef {import("../answers").RoundNow} RoundNow */
/** @typedef {import("../answers").FeltNow} FeltNow */
/** @typedef {import("../answers").SheetNow} SheetNow */
/** @typedef {import("../answers").CheckedNow} CheckedNow */
/** @typedef {import("../table/scene.js").Scene} Scene */
/** @typedef {import("../table/plan.js").Plan} Plan */
/** @typedef {import("../dom.js").VNode} VNode */

/** What the words under an area take. */
const SUM = 22;
const DENOMINATIONS = ["1.00", "5.00", "25.00", "100.00", "500.00", "1000.00"];

/**
 * The scene of a situation, as the parts of the table read it; once it is answered, with what is right.
 *
 * @param {SituationNow} situation
 * @param {FeltNow} printed
 * @param {SheetNow} sheet
 * @param {CheckedNow | null} checked
 * @param {number} large the box that a phone shows
 * @returns {Scene}
 */
export function sceneOf(situation, printed, sheet, checked, large) {
  const scene = newScene(situation.id, null);
  scene.felt = printed;
  scene.at = { box: 0, bet: "" };
  scene.picked = large;
  scene.table = tableAtRest({
    ...plateOf(sheet, situation.table),
    cards: "outside",
    denominations: DENOMINATIONS,
    round: apart(checked ? answered(situation, checked) : situation.round),
  });
  return scene;
}

/** The round with every hand at its own place, not on the bet of its decision. @param {RoundNow} round @returns {RoundNow} */
function apart(round) {
  return { ...round, boxes: round.boxes.map((box) => ({ ...box, decided: [] })) };
}

/** The round with what follows: lines that are settled, or hands that go out and players who choose. @param {SituationNow} situation @param {CheckedNow} checked */
function answered({ round }, { points }) {
  const lines = points.flatMap((point) => (point.line ? [point.line] : []));
  if (lines.length) return { ...round, settlement: { outcome: "settled", lines, players: {} } };
  const clauses = points[0]?.clauses ?? [];
  const boxes = (/** @type {string} */ asks) =>
    (points.find((point) => point.asks === asks)?.should ?? "").split(", ").map(Number);
  const [out, choosing] = [boxes("out"), boxes("must_choose")];
  return {
    ...round,
    boxes: round.boxes.map((box) => ({
      ...box,
      out: out.includes(box.number) ? clauses : box.out,
      to_choose: choosing.includes(box.number),
      to_decide: false,
    })),
  };
}

/** The plan with hands below the chips that would lie on their corners: a trainee must read each card. @param {Plan} plan @returns {Plan} */
export function readable(plan) {
  if (plan.kind === "phone") return plan;
  const boxes = plan.boxes.map((box) => {
    const { hand, name, card } = box;
    const near = Object.values(box.areas).filter((spot) => Math.abs(spot.x - hand.x) < 2 * card);
    const low = Math.max(...near.map((spot) => spot.y + spot.radius + (spot.side.y ? SUM : 0)));
    const down = Math.max(0, low - (hand.y - 0.7 * card));
    return { ...box, hand: { ...hand, y: hand.y + down }, name: { ...name, y: name.y + down } };
  });
  return { ...plan, boxes };
}

/**
 * The felt of a situation, on which an area with chips leads to its row or its reason.
 *
 * @param {Scene} scene
 * @param {Plan} plan
 * @param {(box: number, bet: string) => void} press
 * @param {(box: number) => void} pick a phone is to show a box
 */
export function board(scene, plan, press, pick) {
  const drawn = drawing(scene, plan, { ...STILL, areas: { ...STILL.areas, press }, name: pick });
  return drawn && pressable(drawn);
}

/** The drawing with areas that can be pressed though nothing can be bet there. @param {VNode} node @returns {VNode} */
function pressable(node) {
  const { class: name = "", "aria-disabled": _, ...props } = node.props;
  if ("data-area" in props && name.includes(" laid"))
    return { ...node, props: { ...props, class: name.replace("quiet", "ready") } };
  return { ...node, kids: node.kids.map((kid) => (typeof kid === "string" ? kid : pressable(kid))) };
}

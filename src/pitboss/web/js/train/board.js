/** A situation on the felt: the table's own parts, with nothing to be played. */

import { h } from "../dom.js";
import { money } from "../money.js";
import { t } from "../words.js";
import { areas } from "../table/areas.js";
import { laid } from "../table/chips.js";
import { discards, felt } from "../table/felt.js";
import { dealersCards, hand, plaque } from "../table/hands.js";
import { boxOf, holder, newScene, placed } from "../table/scene.js";

/** @typedef {import("../answers").SituationNow} SituationNow */
/** @typedef {import("../answers").FeltNow} FeltNow */
/** @typedef {import("../answers").SheetNow} SheetNow */
/** @typedef {import("../answers").CheckedNow} CheckedNow */
/** @typedef {import("../table/scene.js").Scene} Scene */
/** @typedef {import("../table/plan.js").Plan} Plan */
/** @typedef {import("../table/plan.js").BoxPlan} BoxPlan */

const DENOMINATIONS = ["1.00", "5.00", "25.00", "100.00", "500.00", "1000.00"];

/**
 * The scene of a situation, as the parts of the table read it; once it is answered, with what is right.
 *
 * @param {SituationNow} situation
 * @param {FeltNow} printed
 * @param {SheetNow} sheet
 * @param {CheckedNow | null} checked
 * @returns {Scene}
 */
export function sceneOf(situation, printed, sheet, checked) {
  const scene = newScene(situation.id, null);
  scene.felt = printed;
  scene.at = { box: 0, bet: "" };
  scene.table = {
    id: sheet.short,
    version: 0,
    sheet: sheet.id,
    short: sheet.short,
    title: sheet.title,
    sheet_version: sheet.version,
    operator: sheet.operator,
    open: true,
    automatic: false,
    cards: "outside",
    device: situation.table.device,
    boxes: situation.table.boxes,
    limits: situation.table.limits,
    jackpot_bet: situation.table.jackpot_bet,
    denominations: DENOMINATIONS,
    link: null,
    displayed: situation.table.displayed,
    pending: [],
    round: checked ? answered(situation, checked) : situation.round,
    dealer: null,
    method: "",
    crew: { dealer: null, supervisors: [] },
    seats: [],
    closing: false,
    notices: [],
  };
  return scene;
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

/**
 * @param {Scene} scene
 * @param {Plan} plan
 * @param {number} large the box that a phone shows
 * @param {(box: number, bet: string) => void} press
 * @param {(box: number) => void} pick
 */
export function board(scene, plan, large, press, pick) {
  const { table } = scene;
  if (!table?.round) return null;
  const dealt = () => {};
  const hands = { press, notice: () => {}, leave: () => {} };
  return h(
    "svg",
    {
      key: "felt",
      class: "felt",
      viewBox: `0 0 ${plan.width} ${plan.height.toFixed(1)}`,
      role: "group",
      "aria-label": t("table.felt"),
    },
    felt(plan, table),
    discards(plan, table.round.burnt, table.round.discarded),
    dealersCards(scene, plan, dealt),
    plan.boxes.map((box) => {
      const who = holder(scene, box.number);
      const turn = boxOf(scene, box.number)?.to_choose;
      return h(
        "g",
        {
          key: box.number,
          class: `box ${who ? "taken" : "free"} ${turn ? "turn" : ""} ${box.small ? "small" : ""} ${box.number === large ? "large-one" : ""}`,
          role: "group",
          "aria-label": who
            ? t("table.box_of", { box: box.number, name: who })
            : t("table.box_free", { box: box.number }),
        },
        areas(scene, box, hands),
        plan.kind === "phone"
          ? seat(scene, box, who, pick)
          : plaque("plate", who ? `${box.number} · ${who}` : `${box.number}`, box.name, 20, "name-plaque"),
        hand(scene, box, dealt, () => {}),
        laid(scene, box, () => {}),
      );
    }),
  );
}

/** A box in the strip of a phone; pressed, it is shown large. @param {Scene} scene @param {BoxPlan} box @param {string | null} who @param {(box: number) => void} pick */
function seat(scene, box, who, pick) {
  const { x, y } = box.name;
  const now = boxOf(scene, box.number);
  const sum = (scene.felt?.areas ?? []).reduce((all, { bet }) => all + placed(now, bet), 0n);
  return h(
    "g",
    {
      key: "seat",
      class: "name pressable",
      role: "button",
      tabindex: 0,
      translate: "no",
      "aria-label": t("table.show_box", { box: box.number }),
      onclick: () => pick(box.number),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === "Enter" || event.key === " ") pick(box.number);
      },
    },
    h("rect", { class: "seat-place", x: x - 25, y: y - 36, width: 50, height: 58, rx: 8 }),
    h("text", { class: "seat-name", x, y }, who ? `${box.number} · ${who}`.slice(0, 8) : box.number),
    sum > 0n && h("text", { key: "sum", class: "seat-sum", x, y: y + 14 }, money(sum)),
  );
}

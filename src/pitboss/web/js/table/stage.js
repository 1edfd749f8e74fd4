/** The felt with the words and buttons that stand over it. */

import { h } from "../dom.js";
import { clauseLinks } from "../reasons.js";
import { t } from "../words.js";
import { jackpot, plate, saying, title } from "./announcements.js";
import { drawing } from "./drawing.js";
import { gained } from "./results.js";
import { phase } from "./scene.js";
import { refusal, sentence } from "../sentence.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./drawing.js").FeltHandlers} FeltHandlers */
/**
 * @typedef {object} WordHandlers
 * @property {() => void} summary open or close the lines of the round
 */
/** @typedef {FeltHandlers & WordHandlers} StageHandlers */

/** @param {Scene} scene @param {Plan} plan @param {StageHandlers} handlers */
export function stage(scene, plan, handlers) {
  const { table } = scene;
  if (!table) return null;
  return h(
    "div",
    {
      key: "stage",
      class: `stage ${plan.kind} phase-${phase(scene)} ${table.open ? "" : "closed"}`,
      "data-version": table.version,
    },
    drawing(scene, plan, handlers),
    h("div", { key: "corner", class: "corner" }, title(scene), jackpot(scene)),
    plate(scene),
    h(
      "div",
      {
        key: "middle",
        class: "middle",
        style: {
          top: `${(plan.saying.y / plan.height) * 100}%`,
          right: `${(1 - (2 * plan.saying.x) / plan.width) * 100}%`,
        },
      },
      saying(scene),
      gained(scene, handlers.summary),
      banner(scene),
    ),
    scene.tip && tip(scene, plan),
  );
}

/** Why something cannot be pressed, beside it. @param {Scene} scene @param {Plan} plan */
function tip(scene, plan) {
  if (!scene.tip) return null;
  const { place, reason } = scene.tip;
  const box = plan.boxes.find((each) => each.number === place.box);
  const at = box?.areas[place.bet] ?? box?.hand;
  if (!at) return null;
  const side = at.x > plan.width * 0.7 ? "left" : at.x < plan.width * 0.3 ? "right" : "above";
  return h(
    "div",
    {
      key: "tip",
      id: "why-not",
      class: `why-not ${side}`,
      role: "tooltip",
      style: { left: `${(at.x / plan.width) * 100}%`, top: `${(at.y / plan.height) * 100}%` },
    },
    reason.ours ? refusal(reason.message) : sentence(reason.message, { reason: reason.reason }),
    reason.clauses.length > 0 &&
      h(
        "span",
        { key: "clauses", class: "why-clauses" },
        " ",
        clauseLinks(reason.clauses, scene.table?.sheet ?? ""),
      ),
  );
}

/** A round that is void, and by which clauses. @param {Scene} scene */
function banner(scene) {
  const { table } = scene;
  if (!table) return null;
  const clauses = table.round?.void ?? [];
  if (!clauses.length) return null;
  return h(
    "p",
    { key: "banner", class: "banner" },
    t("table.void"),
    " ",
    h("small", null, t("why.clauses"), " ", clauseLinks(clauses, table.sheet)),
  );
}

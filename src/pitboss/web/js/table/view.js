/** The page of a table as it is described to the browser: the felt, faults, the player's dock, and words for ears. */

import { h } from "../dom.js";
import { clauseLinks } from "../reasons.js";
import { t } from "../words.js";
import { notices, warning, words } from "./announcements.js";
import { dock } from "./dock.js";
import { summary, told } from "./results.js";
import { stage } from "./stage.js";
import { toldLine } from "./told.js";
import { refusal } from "../sentence.js";

/** @param {import("./page.js").TablePage} page @param {import("./plan.js").Plan} plan */
export function view(page, plan) {
  const { scene } = page;
  return [
    stage(scene, plan, page.stageHandlers),
    notices(scene),
    toldLine(scene, page.dockHandlers),
    h("p", { key: "fault", class: "table-fault", role: "alert" }, fault(scene)),
    summary(scene, () => page.set({ summary: false })),
    dock(scene, page.commands, page.dockHandlers),
    h("p", { key: "live", class: "unseen", role: "status", "aria-live": "polite" }, words(scene)),
    h("p", { key: "hurry", class: "unseen", role: "alert" }, warning(scene)),
    h("p", { key: "result", class: "unseen", role: "status", "aria-live": "polite" }, told(scene)),
  ];
}

/** @param {import("./scene.js").Scene} scene */
function fault({ fresh, fault, table }) {
  if (fresh === "silent") return t("table.lost_text");
  if (!fault) return null;
  return [refusal(fault.message, { key: "message" }), " ", clauseLinks(fault.clauses, table?.sheet ?? "")];
}

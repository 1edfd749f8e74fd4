/** The console as it is described to the browser: what is due, the round as a table, a panel beside it. */

import { sentence } from "../sentence.js";
import { h } from "../dom.js";
import { clauseLinks } from "../reasons.js";
import { t } from "../words.js";
import { betting } from "./bets.js";
import { board, BOARD } from "./board.js";
import { faultAt } from "./fields.js";
import { head } from "./head.js";
import { returned } from "./returned.js";
import { side } from "./panels.js";
import { taskPanel } from "./task-panel.js";

/** @param {import("./page.js").ConsolePage} page @param {import("./task.js").Task} task */
export function view(page, task) {
  const { desk } = page;
  const held = returned(desk);
  return [
    head(desk),
    desk.fresh === "silent" &&
      h("p", { key: "silent", class: "console-fault", role: "alert" }, t("live.silent")),
    faultAt(desk, ""),
    h(
      "div",
      { key: "prompts", class: "console-prompts", role: "status" },
      (desk.table?.prompts ?? []).map(({ text, clauses, reason }) =>
        h("p", { key: text }, sentence(text, { reason }), " ", clauseLinks(clauses, desk.sheet)),
      ),
    ),
    h("p", { key: "said", class: "console-said", role: "status", translate: "no" }, desk.said),
    h(
      "div",
      { key: "grid", class: "console-grid" },
      h(
        "div",
        { key: "work", class: "work" },
        taskPanel(desk, task, page.entry, page.out.cards, page.taskHandlers, page.betLine.draw()),
        task.kind === "settle" &&
          !held &&
          page.settlement.draw(
            () => void page.go(),
            () => void page.openPanel("jackpot"),
          ),
        held,
        faultAt(desk, BOARD),
        board(desk, task, page.boardHandlers),
        betting(desk, page.aim, (now) => page.aimAt(now)),
      ),
      side(desk, page.tab, page.panel.draw(), (place) => page.turn(place)),
    ),
  ];
}

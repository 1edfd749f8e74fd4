/** After the round: what the reader's bets got, line by line; and the rounds before. */

import { h } from "../dom.js";
import { gain } from "../money.js";
import { t } from "../words.js";
import { noted, tone, why } from "../reasons.js";
import { net } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */

/** The reader's round, or everybody's for who watches. @param {Scene} scene @param {() => void} close */
export function summary(scene, close) {
  const { table } = scene;
  const settlement = table?.round?.settlement;
  if (!table || !settlement || !scene.summary) return null;
  const mine = net(scene);
  const lines = settlement.lines.filter((line) => mine === null || line.player === scene.me);
  return h(
    "aside",
    { key: "summary", class: "summary", "aria-label": t("table.summary") },
    h(
      "header",
      null,
      h("h2", null, t("floor.round", { number: table.round?.number ?? 0 })),
      mine !== null && h("strong", { key: "net", class: tone(mine), translate: "no" }, gain(mine)),
      h(
        "button",
        { key: "close", type: "button", class: "quiet", "aria-label": t("table.close"), onclick: close },
        "×",
      ),
    ),
    settlement.outcome === "void" && h("p", { key: "void", class: "held" }, t("table.void")),
    lines.map((line) => why(line, table.sheet, { who: mine === null })),
    noted(table.round?.notes ?? [], table.sheet),
    h(
      "p",
      { key: "more" },
      h(
        "a",
        { href: `/rounds/${encodeURIComponent(table.id)}/${table.round?.number}` },
        t("table.whole_round"),
      ),
    ),
  );
}

/** The reader's net, in the middle of the felt; pressed, it shows the lines. @param {Scene} scene @param {() => void} open */
export function gained(scene, open) {
  const mine = net(scene);
  if (mine === null) return null;
  const kind = tone(mine);
  const word =
    kind === "win" ? t("table.you_win") : kind === "loss" ? t("table.you_lose") : t("table.you_keep");
  return h(
    "button",
    {
      key: "gained",
      type: "button",
      class: `gained ${kind}`,
      onclick: open,
      "aria-expanded": scene.summary ? "true" : "false",
    },
    h("span", null, word),
    " ",
    kind !== "held" && h("strong", { key: "net", translate: "no" }, gain(mine)),
  );
}

/** What is read aloud when a round is over. @param {Scene} scene */
export function told(scene) {
  const mine = net(scene);
  const number = scene.table?.round?.number ?? 0;
  if (scene.table?.round?.settlement === undefined || scene.table?.round?.settlement === null) return "";
  if (scene.table.round.settlement.outcome === "void") return t("table.void");
  return mine === null
    ? t("table.told_over", { number })
    : t("table.told_net", { number, amount: gain(mine) });
}

/** Bets that the Dealer enters for players while the betting is open. */

import { entered } from "../page.js";
import { h } from "../dom.js";
import { betName } from "../house.js";
import { money } from "../money.js";
import { betTerm, t } from "../words.js";
import { amount, form, options, field, text, tick } from "./fields.js";
import { sentence } from "../sentence.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {{box: number, bet: string}} Aim */

/** @param {Desk} desk @param {Aim} aim the area that is bet on @param {(aim: Partial<Aim>) => void} turn */
export function betting(desk, aim, turn) {
  if (desk.phase !== "betting" || desk.table?.automatic) return null;
  const found = desk.legal?.bets.find((each) => each.box === aim.box && each.bet === aim.bet);
  const refused = desk.legal?.refused.find(
    ({ act }) => act.act === "bet" && act.box === aim.box && act.bet === aim.bet,
  );
  const holder = desk.holder(aim.box);
  const areas = (desk.felt?.areas ?? []).filter((area) => area.placed === "before_deal");
  return form(
    desk,
    "bets",
    (given, element) => place(desk, aim, given, element),
    [
      h("h3", { key: "title" }, t("console.bets")),
      field(
        t("console.box"),
        options(
          "box",
          desk.boxes.map((box) => [String(box), String(box)]),
          {
            translate: "no",
            value: String(aim.box),
            onchange: (/** @type {Event} */ event) => turn({ box: Number(valueOf(event)) }),
          },
        ),
      ),
      text("player", t("console.player"), {
        key: `player ${aim.box}`,
        maxlength: 40,
        pattern: "\\S+",
        made: (/** @type {HTMLInputElement} */ element) => (element.value = holder ?? ""),
      }),
      field(
        t("console.bet"),
        options(
          "bet",
          areas.map((area) => [area.bet, betTerm(area.bet, area.title)]),
          {
            value: aim.bet,
            onchange: (/** @type {Event} */ event) => turn({ bet: valueOf(event) }),
          },
        ),
      ),
      amount("amount", t("console.amount")),
      tick("unnoticed", t("console.unnoticed")),
      tick("by_staff", t("console.by_staff")),
      h("button", { key: "go", "data-do": "bet" }, t("console.place")),
      h(
        "p",
        { key: "takes", class: "form-note muted" },
        found
          ? found.most
            ? t("table.takes", { least: money(found.least), most: money(found.most) })
            : t("table.takes_just", { amount: money(found.least) })
          : refused && sentence(refused.message, { reason: refused.reason }),
      ),
    ],
    { class: "console-form bets" },
  );
}

/** The player stays for their next bet; the amount goes, so that a key pressed again bets nothing. @param {Desk} desk @param {Aim} aim @param {FormData} given @param {HTMLFormElement} element */
async function place(desk, aim, given, element) {
  const [player, size] = [entered(given, "player"), entered(given, "amount")];
  const act = {
    act: "bet",
    box: aim.box,
    bet: aim.bet,
    amount: size,
    player,
    unnoticed: given.has("unnoticed"),
    by_staff: given.has("by_staff"),
  };
  const done = t("console.did_bet", {
    box: aim.box,
    name: player,
    bet: betName(aim.bet, desk.table?.sheet),
    amount: money(size),
  });
  const typed = /** @type {HTMLInputElement} */ (element.elements.namedItem("amount"));
  // The field is free at once: what is typed while this bet is on its way is for the next.
  typed.value = "";
  if (!(await desk.act(act, done)) && !typed.value) typed.value = size;
  return false;
}

/** @param {Event} event */
function valueOf(event) {
  return /** @type {HTMLSelectElement} */ (event.target).value;
}

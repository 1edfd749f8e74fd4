/** The round as a table: who sits where, what lies on each area, the cards, and what each box may do. */

import { h } from "../dom.js";
import { betName } from "../house.js";
import { gain, money } from "../money.js";
import { card } from "../svg/card.js";
import { rankInWords } from "../table/hands.js";
import { placed } from "../table/scene.js";
import { tone } from "../reasons.js";
import { betTerm, t, term } from "../words.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./task.js").Task} Task */
/** @typedef {import("../answers").BoxNow} BoxNow */
/** @typedef {Record<string, string | number>} ActNow */
/**
 * @typedef {object} BoardHandlers
 * @property {(act: ActNow) => void} act
 * @property {(box: number, bet: string) => void} cell an area is pressed, to bet there
 */

/** Where a refusal is shown of what was pressed on the board. */
export const BOARD = "board";

/** What a box may do that is asked of it all the time, in this order; the rest is under "more". */
const MAIN = ["choose", "bet", "check", "fold", "look"];
const MORE = ["handle", "notify", "decline", "view", "leave", "withdraw"];
/** Acts that name a player on a shared area only. */
const NAMES_ONE = new Set(["withdraw", "leave"]);

/** @param {Desk} desk @param {Task} task @param {BoardHandlers} handlers */
export function board(desk, task, handlers) {
  const areas = desk.felt?.areas ?? [];
  return h(
    "div",
    { key: "board", class: "scroll", tabindex: 0, role: "region", "aria-label": t("console.round") },
    h(
      "table",
      { class: "board" },
      h("caption", { class: "unseen" }, t("console.round")),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { key: "box", scope: "col" }, t("console.box")),
          h("th", { key: "player", scope: "col" }, t("console.player")),
          areas.map((area) =>
            h("th", { key: `bet ${area.bet}`, scope: "col", class: "sum" }, betTerm(area.bet, area.title)),
          ),
          h("th", { key: "cards", scope: "col" }, t("console.cards")),
          h("th", { key: "acts", scope: "col" }, t("console.state")),
        ),
      ),
      h(
        "tbody",
        null,
        house(desk, areas.length, handlers),
        desk.boxes.map((box) => row(desk, task, box, handlers)),
      ),
    ),
  );
}

/** The Dealer's and the community's cards. @param {Desk} desk @param {number} areas @param {BoardHandlers} handlers */
function house(desk, areas, handlers) {
  const announce = desk.legal?.acts.find((act) => act.act === "no_hand");
  const round = desk.table?.round;
  const rank = round?.dealer_rank ? rankInWords(round.dealer_rank) : "";
  const qualifies =
    typeof round?.dealer_qualifies === "boolean"
      ? t(round.dealer_qualifies ? "table.qualifies" : "table.no_qualify")
      : "";
  const dealt = (desk.felt?.dealer ?? 1) > 0 || (round?.burnt ?? 0) > 0 || (round?.discarded ?? 0) > 0;
  return [
    dealt &&
      h(
        "tr",
        { key: "dealer" },
        h("th", { scope: "row", colspan: 2 }, t("table.dealer")),
        h(
          "td",
          { colspan: areas, class: "muted" },
          round && (round.burnt > 0 || round.discarded > 0)
            ? t("table.discards", { burnt: round.burnt, discarded: round.discarded })
            : "",
        ),
        h("td", null, hand(round?.dealer ?? [])),
        h(
          "td",
          { class: "muted" },
          [rank, qualifies].filter(Boolean).join(" · "),
          announce &&
            h(
              "button",
              {
                key: "no_hand",
                type: "button",
                class: "quiet small",
                "data-act": "no_hand",
                disabled: desk.busy,
                onclick: () => handlers.act(announce),
              },
              actName(announce, desk.table?.sheet),
            ),
        ),
      ),
    (desk.felt?.community ?? 0) > 0 &&
      h(
        "tr",
        { key: "community" },
        h("th", { scope: "row", colspan: 2 + areas }, t("table.community")),
        h("td", { colspan: 2 }, hand(round?.community ?? [])),
      ),
  ];
}

/** @param {readonly string[]} cards */
export function hand(cards) {
  return h(
    "span",
    { class: "row-cards" },
    cards.map((code, place) => card(code, { key: `${place} ${code}`, class: "row-card" })),
  );
}

/** @param {Desk} desk @param {Task} task @param {number} number @param {BoardHandlers} handlers */
function row(desk, task, number, handlers) {
  const box = desk.box(number);
  const who = desk.holder(number);
  const turn = task.to === number || task.boxes?.includes(number);
  return h(
    "tr",
    { key: `box ${number}`, class: turn ? "turn" : who ? "" : "free", "data-box": number },
    h("th", { scope: "row", translate: "no" }, number),
    h(
      "td",
      { class: "who-sits" },
      who ? h("span", { translate: "no" }, who) : h("span", { class: "muted" }, t("console.free")),
    ),
    (desk.felt?.areas ?? []).map((area) => cell(desk, number, area.bet, box, handlers)),
    h("td", { key: "cards" }, hand(box?.cards ?? [])),
    h("td", { key: "acts", class: "row-acts" }, state(box, task), acts(desk, number, handlers)),
  );
}

/** @param {Desk} desk @param {number} number @param {string} bet @param {BoxNow | null} box @param {BoardHandlers} handlers */
function cell(desk, number, bet, box, handlers) {
  const amount = placed(box, bet);
  const lines =
    desk.table?.round?.settlement?.lines.filter((line) => line.box === number && line.bet === bet) ?? [];
  const open =
    desk.phase === "betting" && desk.legal?.bets.some((found) => found.box === number && found.bet === bet);
  const words = amount ? money(amount) : "";
  const name = `${t("why.box", { box: number })}, ${betName(bet, desk.table?.sheet)}, ${words || t("console.nothing")}`;
  return h(
    "td",
    { key: `bet ${bet}`, class: "sum", translate: "no", "data-cell": `${number} ${bet}` },
    open
      ? h(
          "button",
          { type: "button", class: "cell", "aria-label": name, onclick: () => handlers.cell(number, bet) },
          words || "+",
        )
      : words,
    lines.map((line, place) =>
      h("strong", { key: `net ${place}`, class: `cell-net ${tone(line.net)}` }, gain(line.net)),
    ),
  );
}

/** @param {BoxNow | null} box @param {Task} task */
function state(box, task) {
  if (!box) return null;
  const words = [
    box.to_choose ? t("console.must_choose") : "",
    box.to_decide && task.kind === "ask" ? t("console.must_decide") : "",
    box.folded ? t("table.folded") : "",
    box.out.length ? t("table.out") : "",
    box.examined ? t("console.looked") : "",
    ...box.decided.map((name) => (name === "check" ? t("table.check") : "")),
    box.rank ? rankInWords(box.rank) : "",
  ].filter(Boolean);
  return h("span", { key: "state", class: "row-state" }, words.join(" · "));
}

/** @param {Desk} desk @param {number} number @param {BoardHandlers} handlers */
function acts(desk, number, handlers) {
  const found = (desk.legal?.acts ?? []).filter((act) => act.box === number && desk.playing);
  const sorted = (/** @type {string[]} */ names) =>
    names.flatMap((name) => found.filter((act) => act.act === name));
  // Once the bets are closed, a bet is taken back by a decision only.
  const decides = desk.phase === "betting" ? [] : ["withdraw"];
  const more = sorted(MORE.filter((name) => !decides.includes(name)));
  return [
    sorted([...decides, ...MAIN]).map((act) => actButton(desk, act, "quiet small", handlers)),
    more.length > 0 &&
      h(
        "details",
        { key: "more", class: "more" },
        h("summary", { "aria-label": t("console.more_at", { box: number }) }, t("console.more")),
        more.map((act) => actButton(desk, act, "quiet small", handlers)),
      ),
  ];
}

/** @param {Desk} desk @param {ActNow} act @param {string} kind @param {BoardHandlers} handlers */
function actButton(desk, act, kind, handlers) {
  return h(
    "button",
    {
      key: `${act.act} ${act.bet ?? ""} ${act.way ?? ""} ${act.amount ?? ""} ${act.player ?? ""}`,
      type: "button",
      class: kind,
      "data-act": act.act,
      disabled: desk.busy,
      onclick: () => handlers.act(act),
    },
    h("span", { key: "box", class: "unseen" }, t("why.box", { box: act.box })),
    " ",
    actName(act, desk.table?.sheet),
    act.act === "bet" && [" ", h("span", { key: "amount", translate: "no" }, money(String(act.amount)))],
    NAMES_ONE.has(String(act.act)) &&
      act.player && [" · ", h("span", { key: "player", translate: "no" }, String(act.player))],
  );
}

/** An act of a box in words. @param {ActNow} act @param {string | undefined} sheet */
export function actName(act, sheet) {
  switch (act.act) {
    case "bet":
      return betName(String(act.bet), sheet);
    case "withdraw":
      return t("console.withdraw", { bet: betName(String(act.bet), sheet) });
    case "choose":
      return term("way", String(act.way));
    default:
      return term("act", String(act.act));
  }
}

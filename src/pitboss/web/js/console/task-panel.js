/** What is due next, named, with the one key that does it; cards are typed, clicked or come from the shoe. */

import { sentence } from "../sentence.js";
import { h } from "../dom.js";
import { valueOf } from "../page.js";
import { clauseLinks, noted } from "../reasons.js";
import { may } from "../session.js";
import { t } from "../words.js";
import { deck, parse, placeName, UNKNOWN } from "./cards.js";
import { answerButton } from "./answers.js";
import { actName } from "./board.js";
import { faultAt, refusal } from "./fields.js";
import { lettersFor } from "./keys.js";

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./task.js").Task} Task */
/** @typedef {import("../words.js").Word} Word */
/**
 * @typedef {object} Entry what is typed for cards
 * @property {string} typed
 * @property {string} target where they go: `due`, `deal 3`, `show dealer`, `burn`, `discard`
 * @property {boolean} deck whether the deck is open
 * @property {string} warning what must be looked at before the same cards are sent again
 * @property {string} warned the cards that it is about
 * @property {{place: string, cards: string[], version: number} | null} last what was recorded last, and the table's version then
 */
/**
 * @typedef {object} TaskHandlers
 * @property {() => void} go do what is due
 * @property {(typed: string) => void} type
 * @property {(target: string) => void} aim
 * @property {() => void} open open or close the deck
 * @property {() => void} fromShoe
 * @property {() => void} fixLast put right what was recorded last, before anything follows
 */

/** Where a refusal is shown of what was due. */
export const NEXT = "next";

/** Where the procedure has them. */
export const AS_DUE = "due";

/** @returns {Entry} */
export function newEntry() {
  return { typed: "", target: AS_DUE, deck: false, warning: "", warned: "", last: null };
}

/**
 * @param {Desk} desk
 * @param {Task} task
 * @param {Entry} entry
 * @param {Map<string, string>} out
 * @param {TaskHandlers} handlers
 * @param {import("../dom.js").Kids} bets what is typed while the betting is open
 */
export function taskPanel(desk, task, entry, out, handlers, bets) {
  const notes = desk.table?.round?.notes ?? [];
  const cards = task.kind === "cards" || task.kind === "name" || entry.target !== AS_DUE;
  return h(
    "section",
    { key: "next", class: `next next-${task.kind}`, "aria-labelledby": "next-title" },
    h(
      "header",
      { key: "head" },
      h("p", { class: "next-word" }, t("console.next")),
      h("h2", { id: "next-title", "aria-live": "polite" }, title(desk, task)),
      h("span", null, clauseLinks(task.clauses, desk.sheet)),
    ),
    task.fault &&
      h(
        "p",
        { key: "why", class: "next-why" },
        refusal(task.fault, desk.sheet),
        " ",
        task.kind !== "sign_on" && answerButton(desk, task.fault.code),
      ),
    desk.doubt &&
      h(
        "p",
        { key: "doubt", class: "next-doubt", role: "alert" },
        t("console.doubt"),
        " ",
        sentence(desk.doubt.text, { reason: desk.doubt.reason }),
      ),
    notes.length > 0 &&
      h("div", { key: "noted", class: "next-noted", role: "status" }, noted(notes, desk.sheet)),
    task.kind === "judge" && h("p", { key: "judge", class: "next-why" }, t("console.judge_text")),
    task.kind === "closed" &&
      h(
        "p",
        { key: "closed", class: "next-why" },
        t("console.closed_text"),
        " ",
        !may("open_table") && t("console.closed_who"),
      ),
    task.kind === "watch" && h("p", { key: "watch", class: "next-why" }, t("console.watch_text")),
    cards && entryForm(desk, task, entry, out, handlers),
    !cards && task.kind === "close" && bets,
    !cards && button(desk, task, handlers),
    !cards && letters(desk, task),
    !cards && isLast(desk, entry) && h("p", { key: "fix" }, fixButton(handlers)),
    faultAt(desk, NEXT),
  );
}

/** @param {Desk} desk @param {Task} task */
function title(desk, task) {
  const { boxes = [] } = task;
  const asked = { boxes: boxes.join(", "), count: boxes.length };
  switch (task.kind) {
    case "cards":
      if (task.act !== "deal") return t(task.act === "burn" ? "console.due_burn" : "console.due_discard");
      return t("console.due_deal", { cards: task.cards ?? 1, place: placeName(task.to ?? "") });
    case "name":
      return t("console.due_name", { place: placeName(task.to ?? "") });
    case "ask":
      return t("console.due_ask", asked);
    case "choose":
      return t("console.due_choose", asked);
    case "begin":
      return t("console.due_begin", { number: (desk.legal?.round ?? 0) + 1 });
    default:
      return t(/** @type {Word} */ (TITLES[task.kind]));
  }
}

/** @type {Record<string, Word>} */
const TITLES = {
  closed: "console.due_closed",
  sign_on: "console.due_sign_on",
  close: "console.due_close",
  reveal: "console.due_reveal",
  settle: "console.due_settle",
  judge: "console.due_judge",
  watch: "console.due_watch",
  wait: "console.due_wait",
};

/** @type {Record<string, Word>} */
const BUTTONS = {
  closed: "console.open_table",
  sign_on: "console.sign_on_dealer",
  begin: "phase.betting",
  close: "says.no_more_bets",
  reveal: "console.reveal",
};

/** @param {Desk} desk @param {Task} task @param {TaskHandlers} handlers */
function button(desk, task, handlers) {
  const word = BUTTONS[task.kind];
  if (!word) return null;
  if (task.kind === "closed" && !may("open_table")) return null;
  const able = !desk.busy && (task.kind === "sign_on" || !task.fault);
  return h(
    "p",
    { key: "go", class: "next-go" },
    h(
      "button",
      {
        type: "button",
        "data-do": task.kind,
        "aria-disabled": able ? undefined : "true",
        onclick: () => able && handlers.go(),
      },
      t(word),
    ),
    able && h("kbd", { translate: "no" }, "Enter"),
  );
}

/** @param {Desk} desk @param {Task} task @param {Entry} entry @param {Map<string, string>} out @param {TaskHandlers} handlers */
function entryForm(desk, task, entry, out, handlers) {
  const shoe = desk.table?.cards === "shoe" && task.kind === "cards";
  const onsubmit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    handlers.go();
  };
  const { deck: open, warning } = entry;
  return h(
    "form",
    { key: "entry", class: "entry", onsubmit },
    entryLine(desk, entry, shoe, handlers),
    h(
      "p",
      { key: "note", id: "entry-note", class: `entry-note ${warning ? "warned" : ""}`, role: "status" },
      warning || note(task, entry),
    ),
    h(
      "p",
      { key: "ways", class: "entry-ways" },
      shoe && way("shoe", t("console.from_shoe"), handlers.fromShoe),
      way("deck", t("console.pick_cards"), handlers.open, { "aria-expanded": open ? "true" : "false" }),
      isLast(desk, entry) && fixButton(handlers),
    ),
    open &&
      deck(out, parse(entry.typed).cards, (code) => handlers.type(`${entry.typed.trim()} ${code}`.trim())),
  );
}

/** Whether nothing has followed the cards that were recorded last. @param {Desk} desk @param {Entry} entry */
function isLast(desk, entry) {
  return desk.playing && entry.last?.version === desk.legal?.version;
}

/** Recorded cards are not taken back: a correction is recorded beside them. @param {TaskHandlers} handlers */
function fixButton(handlers) {
  return way("fix", t("console.fix_last"), handlers.fixLast);
}

/** The letters by which the first box that is asked answers. @param {Desk} desk @param {Task} task */
function letters(desk, { boxes: [box] = [] }) {
  const found = box ? lettersFor(box, desk.legal?.acts ?? []) : [];
  if (!found.length) return null;
  return h(
    "p",
    { key: "letters", class: "next-letters" },
    h("span", { key: "box" }, t("why.box", { box })),
    found.map(({ letter, act }) => [
      h("kbd", { key: letter, translate: "no" }, letter),
      h("span", { key: `${letter} does` }, actName(act, desk.sheet)),
    ]),
  );
}

/** Another way to enter cards. @param {string} key @param {string} words @param {() => void} onclick @param {Record<string, string>} [more] */
function way(key, words, onclick, more) {
  return h("button", { key, type: "button", class: "quiet", "data-do": key, onclick, ...more }, words);
}

/** The field for cards, and where they go. @param {Desk} desk @param {Entry} entry @param {boolean} shoe @param {TaskHandlers} handlers */
function entryLine(desk, entry, shoe, handlers) {
  const hint = shoe ? t("console.cards_or_shoe") : t("console.cards_hint");
  return h(
    "div",
    { key: "line", class: "entry-line" },
    h("input", {
      name: "cards",
      class: "entry-cards",
      "aria-label": t("console.cards_typed"),
      "aria-describedby": "entry-note",
      placeholder: hint,
      // The field has room for its hint, whose letters are smaller than those that are typed.
      size: Math.ceil(hint.length * 0.75),
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      value: entry.typed,
      oninput: (/** @type {Event} */ event) => handlers.type(valueOf(event)),
    }),
    h(
      "select",
      {
        class: "entry-target",
        "aria-label": t("console.target"),
        value: entry.target,
        onchange: (/** @type {Event} */ event) => handlers.aim(valueOf(event)),
      },
      targets(desk).map(([value, words]) => h("option", { key: value, value }, words)),
    ),
    h("button", { key: "do", "data-do": "cards" }, t("console.record")),
    h("kbd", { key: "key", translate: "no" }, "Enter"),
  );
}

/** @param {Task} task @param {Entry} entry */
function note(task, entry) {
  const { cards, wrong } = parse(entry.typed);
  if (wrong.length) return t("console.no_card", { word: wrong[0] });
  if (!cards.length) return t("console.typing");
  const unknown = cards.filter((code) => code === UNKNOWN).length;
  if (task.cards && entry.target === AS_DUE && cards.length !== task.cards)
    return t("console.so_many", { cards: cards.length, due: task.cards });
  return unknown ? t("console.some_unknown", { unknown }) : t("console.ready");
}

/** Where cards may go besides where they are due. @param {Desk} desk @returns {[string, string][]} */
function targets(desk) {
  const places = [
    ...(desk.felt?.dealer ? ["dealer"] : []),
    ...(desk.felt?.community ? ["community"] : []),
    ...desk.boxes.map(String),
  ];
  return [
    [AS_DUE, t("console.as_due")],
    ...places.map(
      (place) =>
        /** @type {[string, string]} */ ([
          `deal ${place}`,
          t("console.deal_to", { place: placeName(place) }),
        ]),
    ),
    ...places.map(
      (place) =>
        /** @type {[string, string]} */ ([
          `show ${place}`,
          t("console.show_at", { place: placeName(place) }),
        ]),
    ),
    ["burn", t("console.due_burn")],
    ["discard", t("console.due_discard")],
  ];
}

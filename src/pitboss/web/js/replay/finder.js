/** The form that asks for rounds; what is asked stands in the address. */

import { h } from "../dom.js";
import { t, term } from "../words.js";

/** What the form can ask for, by the names in the address. */
export const FIELDS = [
  "table",
  "day",
  "since",
  "until",
  "player",
  "rank",
  "suit",
  "payout",
  "irregularity",
  "ended",
];
const ENDS = ["settled", "void", "jackpot"];
const RANKS = [..."AKQJT98765432"];
const SUITS = [..."shdc"];

/**
 * @param {URLSearchParams} asked
 * @param {string[]} tables
 * @param {{submit: (event: SubmitEvent) => void, clear: () => void}} hands
 */
export function finder(asked, tables, { submit, clear }) {
  /** @param {string} name @param {string} label @param {Record<string, any>} props */
  function field(name, label, props) {
    return h(
      "label",
      { key: name },
      h("span", null, label),
      h("input", { name, value: asked.get(name) ?? "", oninput: note, ...props }),
    );
  }

  /** @param {string} name @param {string} label @param {string} none @param {{value: string, name: string, plain?: boolean}[]} values */
  function choice(name, label, none, values) {
    const now = asked.get(name) ?? "";
    return h(
      "label",
      { key: name },
      h("span", null, label),
      h(
        "select",
        { name, value: now, onchange: note },
        h("option", { key: "", value: "" }, none),
        values.map((each) =>
          h(
            "option",
            {
              key: each.value,
              value: each.value,
              translate: each.plain ? "no" : undefined,
            },
            each.name,
          ),
        ),
      ),
    );
  }

  /** @param {Event} event */
  function note(event) {
    const { name, value } = /** @type {HTMLInputElement} */ (event.target);
    if (value) asked.set(name, value);
    else asked.delete(name);
  }

  return h(
    "form",
    {
      key: "form",
      class: "finder-form",
      role: "search",
      "aria-label": t("rounds.title"),
      onsubmit: submit,
    },
    choice(
      "table",
      t("rounds.table"),
      t("rounds.any"),
      tables.map((id) => ({ value: id, name: id, plain: true })),
    ),
    field("day", t("rounds.day"), { type: "date" }),
    field("since", t("rounds.since"), { type: "datetime-local" }),
    field("until", t("rounds.until"), { type: "datetime-local" }),
    field("player", t("rounds.player"), { maxlength: 64, autocomplete: "off" }),
    h(
      "fieldset",
      { key: "card", class: "finder-card" },
      h("legend", null, t("rounds.card")),
      choice(
        "rank",
        t("rounds.rank"),
        "–",
        RANKS.map((rank) => ({ value: rank, name: term("rank", rank) })),
      ),
      choice(
        "suit",
        t("rounds.suit"),
        "–",
        SUITS.map((suit) => ({ value: suit, name: term("suit", suit) })),
      ),
    ),
    field("payout", t("rounds.payout"), {
      inputmode: "decimal",
      pattern: "\\d{1,12}(\\.\\d{1,2})?",
      placeholder: "100.00",
    }),
    field("irregularity", t("rounds.irregularity"), {
      pattern: "[0-9]+(\\.[0-9a-z]+)*",
      placeholder: "5.8.1",
      maxlength: 20,
    }),
    choice(
      "ended",
      t("rounds.ended"),
      t("rounds.any"),
      ENDS.map((end) => ({ value: end, name: term("ended", end) })),
    ),
    h(
      "div",
      { key: "acts", class: "finder-acts" },
      h("button", { type: "submit" }, t("rounds.search")),
      h("button", { type: "button", class: "quiet", onclick: clear }, t("rounds.clear")),
    ),
  );
}

/** The question as the API takes it. @param {URLSearchParams} asked @param {number | null} from */
export function question(asked, from) {
  const found = new URLSearchParams();
  for (const name of ["table", "day", "player", "payout", "irregularity"]) {
    const value = asked.get(name)?.trim();
    if (value) found.set(name, value);
  }
  for (const name of ["since", "until"]) {
    const value = asked.get(name);
    if (value) found.set(name, value.length === 16 ? `${value}:00` : value);
  }
  const [rank, suit, ended] = [asked.get("rank"), asked.get("suit"), asked.get("ended")];
  if (rank && suit) found.set("card", rank + suit);
  if (ended === "jackpot") found.set("jackpot", "true");
  else if (ended) found.set("void", String(ended === "void"));
  if (from !== null) found.set("cursor", String(from));
  return found;
}

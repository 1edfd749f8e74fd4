/** The form that asks for rounds; what is asked stands in the address. */

import { h } from "../dom.js";
import { currencySign } from "../house.js";
import { RANKS, SUITS } from "../svg/suits.js";
import { t, term } from "../words.js";

/** What the form can ask for, by the names in the address. */
export const FIELDS = [
  "table",
  "day",
  "shift",
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

/** @param {import("./state.js").State} state @param {import("./actions.js").RoundsActions} actions */
export function searchForm({ asked, tables }, actions) {
  return h(
    "form",
    {
      key: "form",
      class: "finder-form",
      role: "search",
      "aria-label": t("rounds.title"),
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        actions.submit();
      },
    },
    choice(asked, "table", t("rounds.table"), t("rounds.any"), tables),
    field(asked, "day", t("rounds.day"), { type: "date" }),
    field(asked, "shift", t("rounds.shift"), { maxlength: 40, autocomplete: "off" }),
    field(asked, "since", t("rounds.since"), { type: "datetime-local" }),
    field(asked, "until", t("rounds.until"), { type: "datetime-local" }),
    field(asked, "player", t("rounds.player"), { maxlength: 64, autocomplete: "off" }),
    h(
      "fieldset",
      { key: "card", class: "finder-card" },
      h("legend", null, t("rounds.card")),
      choice(asked, "rank", t("rounds.rank"), "–", RANKS, "rank"),
      choice(asked, "suit", t("rounds.suit"), "–", Object.keys(SUITS), "suit"),
    ),
    field(asked, "payout", t("rounds.payout", { sign: currencySign() }), {
      inputmode: "decimal",
      pattern: "\\d{1,12}(\\.\\d{1,2})?",
      placeholder: "100.00",
    }),
    field(asked, "irregularity", t("rounds.irregularity"), {
      pattern: "[0-9]+(\\.[0-9a-z]+)*",
      placeholder: "5.8.1",
      maxlength: 20,
    }),
    choice(asked, "ended", t("rounds.ended"), t("rounds.any"), ENDS, "ended"),
    h(
      "div",
      { key: "acts", class: "finder-acts" },
      h("button", { type: "submit" }, t("rounds.search")),
      h("button", { type: "button", class: "quiet", onclick: () => actions.clear() }, t("rounds.clear")),
    ),
  );
}

/** @param {URLSearchParams} asked @param {string} name @param {string} label @param {Record<string, any>} props */
function field(asked, name, label, props) {
  const input = h("input", { name, value: asked.get(name) ?? "", oninput: note(asked), ...props });
  return h("label", { key: name }, h("span", null, label), input);
}

/**
 * @param {URLSearchParams} asked
 * @param {string} name
 * @param {string} label
 * @param {string} none
 * @param {string[]} values
 * @param {string} [group] of their words in the catalogue; without it they are shown as they are
 */
function choice(asked, name, label, none, values, group) {
  return h(
    "label",
    { key: name },
    h("span", null, label),
    h(
      "select",
      { name, value: asked.get(name) ?? "", onchange: note(asked) },
      h("option", { key: "", value: "" }, none),
      values.map((value) =>
        h(
          "option",
          { key: value, value, translate: group ? undefined : "no" },
          group ? term(group, value) : value,
        ),
      ),
    ),
  );
}

/** Keeps what is given in a field. @param {URLSearchParams} asked */
function note(asked) {
  return (/** @type {Event} */ event) => {
    const { name, value } = /** @type {HTMLInputElement} */ (event.target);
    if (value) asked.set(name, value);
    else asked.delete(name);
  };
}

/** The query string as the API takes it. @param {URLSearchParams} asked @param {number | null} from */
export function queryOf(asked, from) {
  const found = new URLSearchParams();
  for (const name of ["table", "day", "shift", "player", "payout", "irregularity"]) {
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

/** The page of past rounds: the form that asks for them, and those that were found. */

import { h } from "../dom.js";
import { signInButton } from "../gate.js";
import { faultLine } from "../page.js";
import { session } from "../session.js";
import { t } from "../words.js";
import { searchForm } from "./form.js";
import { roundsTable, sums } from "./table.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./actions.js").RoundsActions} RoundsActions */

/** @param {State} state @param {RoundsActions} actions */
export function view(state, actions) {
  return h(
    "div",
    { key: "page", class: "finder" },
    h(
      "header",
      { key: "head" },
      h("h1", null, t("rounds.title")),
      h("p", { class: "muted" }, t("rounds.text")),
    ),
    session()
      ? [searchForm(state, actions), found(state, actions)]
      : h("p", { key: "door", class: "finder-door" }, t("rounds.sign_in"), " ", signInButton()),
  );
}

/** @param {State} state @param {RoundsActions} actions */
function found(state, actions) {
  const { busy, rounds, cursor } = state;
  const onclick = () => void actions.search(cursor);
  return h(
    "section",
    { key: "found", "aria-label": t("rounds.found"), "aria-busy": busy ? "true" : "false" },
    faultLine(state.fault),
    h(
      "p",
      { key: "count", class: "muted finder-count", role: "status" },
      busy ? t("rounds.searching") : state.searched && [count(state), sums(rounds)],
    ),
    rounds.length > 0 && roundsTable(rounds, state.sheets),
    cursor !== null &&
      h("button", { key: "more", type: "button", class: "quiet", disabled: busy, onclick }, t("rounds.more")),
  );
}

/** @param {State} state */
function count({ rounds: { length: count }, cursor }) {
  if (!count) return cursor === null ? t("rounds.none") : t("rounds.none_yet");
  return cursor === null ? t("rounds.count", { count }) : t("rounds.count_so_far", { count });
}

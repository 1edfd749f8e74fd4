/** The people's page: what waits for a second person, the accounts, the one that is shown, one's own. */

import { h } from "../dom.js";
import { faultLine, tableHead, valueOf, entered } from "../page.js";
import { may, session } from "../session.js";
import { t, term } from "../words.js";
import { form, pick, reason, text } from "./forms.js";
import { rolesOf, standing } from "./labels.js";
import { enrol, own } from "./own-account.js";
import { person } from "./person.js";
import { waiting } from "./proposals.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./actions.js").PeopleActions} PeopleActions */

/** @param {State} state @param {PeopleActions} actions */
export function view(state, actions) {
  const me = session();
  return h(
    "div",
    { class: "reports people" },
    h("header", { class: "report-head" }, h("h1", null, t("people.title"))),
    faultLine(state.fault),
    h("p", { key: "notice", class: "people-notice", role: "status" }, state.notice),
    state.once && secretShown(state.once, actions),
    me && may("read_people") && everybody(state, actions),
    me ? own(me.name, state.sessions, actions) : enrol(actions),
  );
}

/** @param {State} state @param {PeopleActions} actions */
function everybody(state, actions) {
  const { shown } = state;
  return [
    waiting(state.proposals, actions),
    h(
      "div",
      { key: "both", class: `people-both ${shown ? "chosen" : ""}` },
      list(state, actions),
      shown && person(shown, actions, state.play),
    ),
    may("manage_people") && maker(actions),
  ];
}

/** @param {string} secret @param {PeopleActions} actions */
function secretShown(secret, actions) {
  const onclick = () => actions.set({ once: "" });
  return h(
    "section",
    { key: "once", class: "people-once", "aria-labelledby": "people-once" },
    h("h2", { id: "people-once" }, t("people.once")),
    h("p", { class: "people-code" }, h("code", { translate: "no" }, secret)),
    h("p", { class: "muted" }, t("people.once_text")),
    h("button", { type: "button", class: "quiet", onclick }, t("people.noted")),
  );
}

/** @param {State} state @param {PeopleActions} actions */
function list({ accounts, wanted, shown }, actions) {
  const fitting = accounts.filter((account) => !wanted || account.name.includes(wanted.toLowerCase()));
  return h(
    "section",
    { key: "list", class: "people-part", "aria-labelledby": "people-list" },
    h("h2", { id: "people-list" }, t("people.accounts")),
    h(
      "label",
      { class: "people-find" },
      h("span", { class: "unseen" }, t("people.find")),
      h("input", {
        type: "search",
        placeholder: t("people.find"),
        value: wanted,
        oninput: (/** @type {Event} */ event) => actions.set({ wanted: valueOf(event) }),
      }),
    ),
    h(
      "div",
      { class: "grid-scroll", tabindex: 0, role: "group", "aria-labelledby": "people-list" },
      h(
        "table",
        { class: "grid" },
        tableHead([t("session.name"), t("people.kind"), t("people.roles"), t("people.state")]),
        h(
          "tbody",
          null,
          fitting.map((account) => row(account, shown?.account.name === account.name, actions)),
        ),
      ),
    ),
  );
}

/** @param {import("./state.js").AccountNow} account @param {boolean} here @param {PeopleActions} actions */
function row(account, here, actions) {
  const [state, tone] = standing(account);
  return h(
    "tr",
    { key: account.name, class: here ? "here" : "" },
    h(
      "td",
      null,
      h(
        "button",
        {
          type: "button",
          class: "link",
          translate: "no",
          "aria-pressed": here ? "true" : "false",
          onclick: () => void actions.look(account.name),
        },
        account.name,
      ),
    ),
    h("td", null, term("account", account.kind)),
    h("td", null, rolesOf(account.roles)),
    h("td", null, h("span", { class: tone }, state)),
  );
}

/** @param {PeopleActions} actions */
function maker(actions) {
  return h(
    "section",
    { key: "make", class: "people-part", "aria-labelledby": "people-make" },
    h("h2", { id: "people-make" }, t("people.make")),
    form(
      "make",
      t("people.make"),
      [
        text("name", t("session.name"), { maxlength: 64 }),
        pick(
          "kind",
          t("people.kind"),
          ["staff", "machine", "player"].map((kind) => [kind, term("account", kind)]),
        ),
        reason(),
      ],
      (given) =>
        actions.make({
          name: entered(given, "name"),
          kind: entered(given, "kind"),
          reason: entered(given, "reason"),
        }),
      { text: t("people.make_text") },
    ),
  );
}

/** One's own account: another password or PIN, open sessions; and a first password with codes. */

import { entered } from "../page.js";
import { h } from "../dom.js";
import { t } from "../words.js";
import { folded, form, text } from "./forms.js";
import { means, when } from "./labels.js";

/** @typedef {import("../answers").SessionSeen} SessionSeen */
/** @typedef {import("./actions.js").PeopleActions} PeopleActions */

/** @param {string} name @param {SessionSeen[]} sessions @param {PeopleActions} actions */
export function own(name, sessions, actions) {
  /** @param {string} path @param {object | undefined} body @param {string} [method] */
  const send = async (path, body, method) => {
    const done = await actions.send(path, body, method);
    if (done) actions.signedOut();
    return done;
  };
  /** Another password or PIN. @param {"password" | "pin"} kind @param {string} title @param {string} words @param {import("../dom.js").VNode} field */
  const change = (kind, title, words, field) =>
    folded(
      kind,
      title,
      [secret("proof", t("people.proof"), "current-password"), field],
      (given) =>
        send("/api/session/secret", { proof: entered(given, "proof"), [kind]: entered(given, kind) }),
      { text: words },
    );
  const password = secret("password", t("people.new_password"), "new-password", 12);
  const pin = secret("pin", t("people.new_pin"), "off", 6);
  return h(
    "section",
    { key: "own", class: "people-part", "aria-labelledby": "people-own" },
    h("h2", { id: "people-own" }, t("people.own"), " ", h("span", { translate: "no" }, name)),
    h(
      "div",
      { class: "people-forms" },
      change("password", t("people.change_password"), t("people.change_text"), password),
      change("pin", t("people.change_pin"), t("people.pin_text"), pin),
      h(
        "div",
        { key: "sessions" },
        h("h3", null, t("people.sessions")),
        sessionList(sessions),
        form(
          "everywhere",
          t("people.everywhere"),
          null,
          () => send("/api/session/everywhere", undefined, "DELETE"),
          { text: t("people.everywhere_text") },
        ),
      ),
    ),
  );
}

/** @param {SessionSeen[]} sessions */
export function sessionList(sessions) {
  if (!sessions.length) return h("p", { key: "none", class: "muted" }, t("people.no_sessions"));
  return h(
    "ul",
    { key: "list", class: "people-list" },
    sessions.map((seen, place) =>
      h(
        "li",
        { key: place },
        means(seen.means),
        " ",
        h("span", { class: "muted", translate: "no" }, `${seen.where} · ${when(seen.opened)}`),
      ),
    ),
  );
}

/** The form in which somebody with enrolment codes chooses a password. @param {PeopleActions} actions */
export function enrol(actions) {
  return h(
    "section",
    { key: "enrol", class: "people-part", "aria-labelledby": "people-enrol" },
    h("h2", { id: "people-enrol" }, t("people.enrol")),
    form(
      "enrol",
      t("people.enrol"),
      [
        text("name", t("session.name"), { autocomplete: "username", maxlength: 64 }),
        text("codes", t("people.codes"), { maxlength: 90 }),
        secret("password", t("people.new_password"), "new-password", 12),
      ],
      async (given) => {
        const codes = entered(given, "codes")
          .split(/[\s,]+/)
          .filter(Boolean);
        const done = await actions.send("/api/enrolment", {
          name: entered(given, "name"),
          password: entered(given, "password"),
          codes,
        });
        if (done) actions.set({ notice: t("people.chosen") });
        return done;
      },
      { text: t("people.enrol_text") },
    ),
  );
}

/** @param {string} name @param {string} label @param {string} autocomplete @param {number} [least] */
function secret(name, label, autocomplete, least = 1) {
  return text(name, label, { type: "password", autocomplete, minlength: least, maxlength: 128 });
}

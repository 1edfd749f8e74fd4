/** One's own account: another password or PIN, open sessions; and a first password with codes. */

import { h } from "../dom.js";
import { t } from "../words.js";
import { folded, form, said, text } from "./forms.js";
import { means, when } from "./telling.js";

/** @typedef {import("../answers").SessionSeen} SessionSeen */
/** @typedef {(path: string, body: object | undefined, method?: string) => Promise<boolean>} Send */

/** @param {string} name @param {SessionSeen[]} sessions @param {Send} send @param {() => void} over every session has ended */
export function own(name, sessions, send, over) {
  return h(
    "section",
    { key: "own", class: "people-part", "aria-labelledby": "people-own" },
    h("h2", { id: "people-own" }, t("people.own"), " ", h("span", { translate: "no" }, name)),
    h(
      "div",
      { class: "people-forms" },
      folded(
        "password",
        t("people.change_password"),
        [
          secret("proof", t("people.proof"), "current-password"),
          secret("password", t("people.new_password"), "new-password", 12),
        ],
        async (given) => {
          const done = await send("/api/session/secret", {
            proof: said(given, "proof"),
            password: said(given, "password"),
          });
          if (done) over();
          return done;
        },
        { text: t("people.change_text") },
      ),
      folded(
        "pin",
        t("people.change_pin"),
        [
          secret("proof", t("people.proof"), "current-password"),
          secret("pin", t("people.new_pin"), "off", 6),
        ],
        async (given) => {
          const done = await send("/api/session/secret", {
            proof: said(given, "proof"),
            pin: said(given, "pin"),
          });
          if (done) over();
          return done;
        },
        { text: t("people.pin_text") },
      ),
      h(
        "div",
        { key: "sessions" },
        h("h3", null, t("people.sessions")),
        sessionList(sessions),
        form(
          "everywhere",
          t("people.everywhere"),
          null,
          async () => {
            const done = await send("/api/session/everywhere", undefined, "DELETE");
            if (done) over();
            return done;
          },
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

/** Whoever has codes chooses a password or a PIN with them. @param {Send} send @param {() => void} chosen */
export function enrol(send, chosen) {
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
        const codes = said(given, "codes")
          .split(/[\s,]+/)
          .filter(Boolean);
        const done = await send("/api/enrolment", {
          name: said(given, "name"),
          password: said(given, "password"),
          codes,
        });
        if (done) chosen();
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

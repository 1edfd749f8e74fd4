/** People: one's own account, everybody's with what happened to them, and what takes a second person. */

import { command, read, Refused, send } from "../api.js";
import { h, render } from "../dom.js";
import { form, pick, reason, said, text } from "../people/forms.js";
import { enrol, own } from "../people/own.js";
import { person } from "../people/person.js";
import { rolesOf, standing } from "../people/telling.js";
import { waiting } from "../people/waiting.js";
import { forget, may, session } from "../session.js";
import { askToSignIn } from "../signing.js";
import { t, term } from "../words.js";

/** @typedef {import("../answers").AccountNow} AccountNow */
/** @typedef {import("../answers").PersonNow} PersonNow */
/** @typedef {import("../answers").ProposalNow} ProposalNow */
/** @typedef {import("../answers").SessionSeen} SessionSeen */

export const css = ["reports.css", "people.css"];

const PAGE = 200;

/** @param {HTMLElement} root */
export function open(root) {
  document.title = t("people.title");
  const me = session();
  /** @type {AccountNow[]} */
  let accounts = [];
  /** @type {PersonNow | null} */
  let shown = null;
  /** @type {ProposalNow[]} */
  let proposals = [];
  /** @type {SessionSeen[]} */
  let sessions = [];
  let wanted = "";
  let fault = "";
  /** What is shown this once. */
  let once = "";
  let notice = "";
  let over = false;

  function draw() {
    if (over) return;
    render(
      root,
      h(
        "div",
        { class: "reports people" },
        h("header", { class: "report-head" }, h("h1", null, t("people.title"))),
        h("p", { key: "fault", class: "fault", role: "alert" }, fault && h("span", { lang: "en" }, fault)),
        h("p", { key: "notice", class: "people-notice", role: "status" }, notice),
        once && secretShown(),
        me ? signedIn() : enrol(tell, () => say(t("people.chosen"))),
      ),
    );
  }

  function signedIn() {
    return [
      may("read_people") && [
        waiting(proposals, answer),
        h(
          "div",
          { key: "both", class: `people-both ${shown ? "chosen" : ""}` },
          list(),
          shown && person(shown, { act, propose, close: () => show(null) }),
        ),
        may("manage_people") && maker(),
      ],
      own(me?.name ?? "", sessions, tell, () => {
        forget();
        void askToSignIn();
      }),
    ];
  }

  function secretShown() {
    return h(
      "section",
      { key: "once", class: "people-once", "aria-labelledby": "people-once" },
      h("h2", { id: "people-once" }, t("people.once")),
      h("p", { class: "people-code" }, h("code", { translate: "no" }, once)),
      h("p", { class: "muted" }, t("people.once_text")),
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          onclick: () => {
            once = "";
            draw();
          },
        },
        t("people.noted"),
      ),
    );
  }

  function list() {
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
          oninput: (/** @type {Event} */ event) => {
            wanted = /** @type {HTMLInputElement} */ (event.target).value;
            draw();
          },
        }),
      ),
      h(
        "div",
        { class: "grid-scroll", tabindex: 0, role: "region", "aria-labelledby": "people-list" },
        h(
          "table",
          { class: "grid" },
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              [t("session.name"), t("people.kind"), t("people.roles"), t("people.state")].map((title) =>
                h("th", { key: title, scope: "col" }, title),
              ),
            ),
          ),
          h("tbody", null, fitting.map(row)),
        ),
      ),
    );
  }

  /** @param {AccountNow} account */
  function row(account) {
    const [state, tone] = standing(account);
    const here = shown?.account.name === account.name;
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
            onclick: () => void look(account.name),
          },
          account.name,
        ),
      ),
      h("td", null, term("account", account.kind)),
      h("td", null, rolesOf(account.roles)),
      h("td", null, h("span", { class: tone }, state)),
    );
  }

  function maker() {
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
        async (given) => {
          const name = said(given, "name");
          const body = { name, kind: said(given, "kind"), reason: said(given, "reason") };
          const done = await trying(async () => {
            const made = await command("/api/people", body);
            await look(made.account.name);
          });
          if (done) await refresh();
          return done;
        },
        { text: t("people.make_text") },
      ),
    );
  }

  /** @param {object} what @param {string} why */
  async function act(what, why) {
    const name = shown?.account.name ?? "";
    const done = await trying(async () => {
      const answered = await command(`/api/people/${encodeURIComponent(name)}/acts`, {
        act: what,
        reason: why,
      });
      once = answered.shown;
      notice = t("people.done");
    });
    if (done) await Promise.all([look(name), refresh()]);
    return done;
  }

  /** @param {object} what @param {string} why */
  async function propose(what, why) {
    const done = await trying(async () => {
      const answered = await command("/api/proposals", { act: what, reason: why });
      once = answered.shown;
      notice = t("people.proposed");
    });
    if (done) await refresh();
    return done;
  }

  /** @param {ProposalNow} one @param {"approve" | "reject" | "withdraw"} way @param {object} body */
  async function answer(one, way, body) {
    const [kind, name] = one.subject.split("/").map(encodeURIComponent);
    const done = await trying(async () => {
      const answered = await command(`/api/proposals/${kind}/${name}/${one.number}/${way}`, body);
      once = answered.shown;
      notice = way === "approve" ? t("people.approved") : t("people.done");
    });
    await refresh();
    if (shown) await look(shown.account.name);
    return done;
  }

  /** @param {string} path @param {object | undefined} body @param {string} [method] */
  async function tell(path, body, method) {
    const done = await trying(() => send(path, body, method));
    draw();
    return done;
  }

  /** @param {string} words */
  function say(words) {
    notice = words;
    draw();
  }

  /** An account with everything that happened to it. @param {string} name */
  async function look(name) {
    await trying(async () => {
      const path = `/api/people/${encodeURIComponent(name)}`;
      /** @type {PersonNow} */
      const found = await read(path);
      let happened = found.happened;
      for (let more = happened; more.length === PAGE;) {
        more = (await read(`${path}?after=${more[PAGE - 1].version}`)).happened;
        happened = [...happened, ...more];
      }
      show({ ...found, happened });
    });
    draw();
  }

  /** @param {PersonNow | null} found */
  function show(found) {
    const other = found?.account.name !== shown?.account.name;
    shown = found;
    const name = found?.account.name;
    history.replaceState(null, "", name ? `/people?name=${encodeURIComponent(name)}` : "/people");
    draw();
    if (other && found) /** @type {HTMLElement | null} */ (root.querySelector("#people-person"))?.focus();
  }

  async function refresh() {
    await trying(async () => {
      sessions = await read("/api/session/open");
      if (!may("read_people")) return;
      /** @type {AccountNow[]} */
      const found = [];
      for (let more = await read("/api/people"); more.length;) {
        found.push(...more);
        if (more.length < PAGE) break;
        more = await read(`/api/people?after=${encodeURIComponent(found[found.length - 1].name)}`);
      }
      accounts = found;
      const all = /** @type {ProposalNow[]} */ (await read("/api/proposals?waiting=true"));
      proposals = all.filter((one) => one.subject.startsWith("account/"));
    });
    draw();
  }

  /** @param {() => Promise<any>} what @returns {Promise<boolean>} whether it was done */
  async function trying(what) {
    try {
      fault = "";
      await what();
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      fault = error.message || t("fault.no_answer");
      notice = "";
      draw();
      return false;
    }
  }

  draw();
  const first = new URLSearchParams(location.search).get("name");
  if (me) void refresh().then(() => (first && may("read_people") ? look(first) : undefined));
  return () => {
    over = true;
  };
}

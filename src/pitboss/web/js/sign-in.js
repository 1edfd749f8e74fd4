/** The dialog at the door: sign in, or register as a player. */

import { h, make, render } from "./dom.js";
import { faultLine, reasonOf } from "./page.js";
import { beenHere, register, signIn } from "./session.js";
import { t } from "./words.js";

/** @typedef {{fresh: boolean, busy: boolean, fault: string}} State `fresh` for somebody who has no account yet */
/** @typedef {{submit: (event: SubmitEvent) => void, other: () => void, close: () => void}} Handlers */

/**
 * Ask who it is. Who wants a seat and has never signed in at this browser is asked to register.
 *
 * @param {{forSeat?: boolean}} [how]
 * @returns {Promise<boolean>} whether somebody signed in
 */
export function askToSignIn({ forSeat = false } = {}) {
  const dialog = /** @type {HTMLDialogElement} */ (
    make(h("dialog", { class: "door", "aria-labelledby": "door-title" }))
  );
  const state = { fresh: forSeat && !beenHere(), busy: false, fault: "" };
  let done = false;
  /** @param {Partial<State>} change */
  const set = (change) => render(dialog, view(Object.assign(state, change), handlers));

  const handlers = {
    close: () => dialog.close(),
    other: () => set({ fresh: !state.fresh, fault: "" }),
    submit: async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const given = new FormData(/** @type {HTMLFormElement} */ (event.target));
      const [name, password] = [String(given.get("name")), String(given.get("password"))];
      set({ busy: true });
      try {
        await (state.fresh ? register(name, password) : signIn(name, password));
        done = true;
        dialog.close();
      } catch (error) {
        state.fault = reasonOf(error);
      } finally {
        set({ busy: false });
      }
    },
  };

  set({});
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((answer) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      answer(done);
    });
  });
}

/** @param {State} state @param {Handlers} handlers */
function view({ fresh, busy, fault }, handlers) {
  const title = fresh ? t("session.register") : t("session.sign_in");
  return h(
    "form",
    { method: "dialog", onsubmit: handlers.submit },
    h("h2", { id: "door-title" }, title),
    !isSecureContext && h("p", { key: "https", class: "notice", role: "alert" }, t("session.needs_https")),
    h(
      "label",
      null,
      t("session.name"),
      h("input", { name: "name", autocomplete: "username", required: true, maxlength: 64 }),
    ),
    h(
      "label",
      null,
      t("session.password"),
      h("input", {
        name: "password",
        type: "password",
        autocomplete: fresh ? "new-password" : "current-password",
        required: true,
        minlength: fresh ? 12 : 1,
        maxlength: 128,
      }),
    ),
    fresh && h("p", { key: "rule", class: "muted" }, t("session.password_rule")),
    faultLine(fault),
    h("button", { key: "go", class: "main", disabled: busy }, title),
    h(
      "p",
      { key: "other", class: "other" },
      h(
        "button",
        { type: "button", class: "link", onclick: handlers.other },
        fresh ? t("session.have_account") : t("session.no_account"),
      ),
      h("button", { type: "button", class: "link", onclick: handlers.close }, t("session.cancel")),
    ),
  );
}

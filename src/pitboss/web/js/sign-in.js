/** The dialog at the door: sign in, or register as a player. */

import { Refused } from "./api.js";
import { h, make, render } from "./dom.js";
import { register, signIn } from "./session.js";
import { t } from "./words.js";

/**
 * Ask who it is.
 *
 * @returns {Promise<boolean>} whether somebody signed in
 */
export function askToSignIn() {
  const dialog = /** @type {HTMLDialogElement} */ (
    make(h("dialog", { class: "door", "aria-labelledby": "door-title" }))
  );
  let fresh = false;
  let busy = false;
  let done = false;
  let fault = "";

  const draw = () =>
    render(
      dialog,
      h(
        "form",
        { method: "dialog", onsubmit: submit },
        h("h2", { id: "door-title" }, fresh ? t("session.register") : t("session.sign_in")),
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
        h("p", { key: "fault", class: "fault", role: "alert" }, fault && h("span", { lang: "en" }, fault)),
        h(
          "button",
          { key: "go", class: "main", disabled: busy },
          fresh ? t("session.register") : t("session.sign_in"),
        ),
        h(
          "p",
          { key: "other", class: "other" },
          h(
            "button",
            { type: "button", class: "link", onclick: other },
            fresh ? t("session.have_account") : t("session.no_account"),
          ),
          h("button", { type: "button", class: "link", onclick: () => dialog.close() }, t("session.cancel")),
        ),
      ),
    );

  const other = () => {
    fresh = !fresh;
    fault = "";
    draw();
  };

  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    const given = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const [name, password] = [String(given.get("name")), String(given.get("password"))];
    busy = true;
    draw();
    try {
      await (fresh ? register(name, password) : signIn(name, password));
      done = true;
      dialog.close();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      fault = error.message || t("fault.no_answer");
    } finally {
      busy = false;
      draw();
    }
  };

  draw();
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((answer) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      answer(done);
    });
  });
}

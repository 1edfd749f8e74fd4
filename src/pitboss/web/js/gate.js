/** Pages that are not for everybody: who may not read them is told so, and who is not signed in may sign in. */

import { h } from "./dom.js";
import { wordsPage } from "./page.js";
import { may, session } from "./session.js";
import { askToSignIn } from "./sign-in.js";
import { t } from "./words.js";

/**
 * Whether the reader may have a page; if not, the page says so.
 *
 * @param {HTMLElement} root
 * @param {string} title
 * @param {...string} permissions of which one is enough
 */
export function allowed(root, title, ...permissions) {
  document.title = title;
  if (permissions.some(may)) return true;
  wordsPage(
    root,
    title,
    session()
      ? h("p", { key: "no" }, t("gate.not_for_you"))
      : [h("p", { key: "why" }, t("gate.sign_in_first")), h("p", { key: "in" }, signInButton())],
  );
  return false;
}

export function signInButton() {
  return h("button", { type: "button", onclick: () => void askToSignIn() }, t("session.sign_in"));
}

/** Turns away those who may not run a table, or says why there is none. @param {HTMLElement} root @param {string} title @param {string} [words] */
export function forStaff(root, title, words) {
  wordsPage(
    root,
    title,
    h("p", null, words ?? t("console.for_staff")),
    !words && h("p", { key: "enter" }, signInButton()),
    h("p", { key: "back" }, h("a", { href: "/" }, t("missing.back"))),
  );
}

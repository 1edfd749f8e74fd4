/** Pages that are not for everybody: who may not read them is told so, and who is not signed in may sign in. */

import { h, render } from "./dom.js";
import { may, session } from "./session.js";
import { askToSignIn } from "./signing.js";
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
  render(
    root,
    h(
      "section",
      { class: "words" },
      h("h1", null, title),
      session()
        ? h("p", { key: "no" }, t("gate.not_for_you"))
        : [
            h("p", { key: "why" }, t("gate.sign_in_first")),
            h(
              "p",
              { key: "in" },
              h("button", { type: "button", onclick: () => void askToSignIn() }, t("session.sign_in")),
            ),
          ],
    ),
  );
  return false;
}

/** Signs, to be read from ten metres: of a link its jackpot, of a table what is played and paid there. */

import { read } from "../api.js";
import { h, render } from "../dom.js";
import { t } from "../words.js";
import { followLink } from "./sign-link.js";
import { followTable } from "./sign-table.js";

export const css = ["signs.css"];
export const bare = true;

/** @param {HTMLElement} root @param {string[]} parts */
export function open(root, [name]) {
  let ended = false;
  /** @type {() => void} */
  let end = () => {};
  document.title = t("sign.title", { name });
  void Promise.all([read("/api/links"), read("/api/tables")]).then(
    ([links, tables]) => {
      if (ended) return;
      if (links.some((/** @type {{link: string}} */ sign) => sign.link === name))
        end = followLink(root, name);
      else if (tables.some((/** @type {{id: string}} */ table) => table.id === name))
        end = followTable(root, name);
      else
        render(
          root,
          h(
            "section",
            { class: "words" },
            h("h1", null, t("missing.title")),
            h("p", null, t("sign.unknown", { name })),
            h("p", null, h("a", { href: "/" }, t("missing.back"))),
          ),
        );
    },
    () => render(root, h("section", { class: "words" }, h("h1", null, t("unreachable.title")))),
  );
  return () => {
    ended = true;
    end();
  };
}

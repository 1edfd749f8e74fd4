/** Signs, to be read from ten metres: of a link its jackpot, of a table what is played and paid there. */

import { Refused, read } from "../api.js";
import { h, render } from "../dom.js";
import { t } from "../words.js";
import { followLink } from "./sign-link.js";
import { followTable } from "./sign-table.js";

export const css = ["signs.css"];
export const bare = true;

/** A sign on a wall has nobody who loads it anew: it tries again by itself. In milliseconds. */
const AGAIN = 3000;

/** @param {HTMLElement} root @param {string[]} parts */
export function open(root, [name]) {
  let ended = false;
  /** @type {() => void} */
  let end = () => {};
  document.title = t("sign.title", { name });

  const begin = async () => {
    try {
      const [links, tables] = await Promise.all([read("/api/links"), read("/api/tables")]);
      if (ended) return;
      if (links.some((/** @type {{link: string}} */ sign) => sign.link === name))
        end = followLink(root, name);
      else if (tables.some((/** @type {{id: string}} */ one) => one.id === name))
        end = followTable(root, name);
      else unknown(root, name);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      render(root, h("section", { class: "words" }, h("h1", null, t("unreachable.title"))));
      const waiting = setTimeout(begin, AGAIN);
      end = () => clearTimeout(waiting);
    }
  };
  void begin();
  return () => {
    ended = true;
    end();
  };
}

/** @param {HTMLElement} root @param {string} name */
function unknown(root, name) {
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
}

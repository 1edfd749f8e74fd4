/** Signs, to be read from ten metres: of a link its jackpot, of a table what is played and paid there. */

import { Refused, read } from "../api.js";
import { h, render } from "../dom.js";
import { languages } from "../options.js";
import { speak, t } from "../words.js";
import { followLink } from "./sign-link.js";
import { followTable } from "./sign-table.js";

export const css = ["signs.css"];
export const reasons = ["irregularities", "tables"];
export const bare = true;

/** A sign on a wall has nobody who loads it anew: it tries again by itself. In milliseconds. */
const AGAIN = 3000;

/** How long a sign speaks one of its languages, where it has several. In milliseconds. */
const TURN = 10_000;

/** @param {HTMLElement} root @param {string[]} parts */
export function open(root, [name]) {
  let ended = false;
  /** @type {Set<() => void>} */
  const drawn = new Set();
  const endTurns = inTurn(drawn);
  /** @type {() => void} */
  let end = () => {};
  document.title = t("sign.title", { name });

  const begin = async () => {
    try {
      const [links, tables] = await Promise.all([read("/api/links"), read("/api/tables")]);
      if (ended) return;
      if (links.some((/** @type {{link: string}} */ sign) => sign.link === name))
        end = followLink(root, name, drawn);
      else if (tables.some((/** @type {{id: string}} */ one) => one.id === name))
        end = followTable(root, name, drawn);
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
    endTurns();
    end();
  };
}

/**
 * Languages in turn: `?languages=en,zh` makes a sign speak each for ten seconds; `&turn=5` for five.
 *
 * @param {Set<() => void>} drawn called after each change
 * @returns {() => void} ends it, and goes back to the language of the reader
 */
function inTurn(drawn) {
  const asked = new URLSearchParams(location.search);
  const known = languages.map(({ code }) => code);
  const chosen = (asked.get("languages") ?? "").split(",").filter((each) => known.includes(each));
  if (chosen.length < 2) return () => {};
  const seconds = Number(asked.get("turn"));
  let place = 0;
  const speakNext = async () => {
    await speak(chosen[place++ % chosen.length]);
    for (const draw of drawn) draw();
  };
  void speakNext();
  const turns = setInterval(() => void speakNext(), seconds > 0 ? seconds * 1000 : TURN);
  return () => {
    clearInterval(turns);
    void speak();
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

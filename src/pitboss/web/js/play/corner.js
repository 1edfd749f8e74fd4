/** The reader's corner of the rail: what the session has brought and how long it has lasted, on every page. */

import { h } from "../dom.js";
import { gain } from "../money.js";
import { tone } from "../reasons.js";
import { t } from "../words.js";
import { duration } from "./figures.js";
import { watchChecks } from "./reality-check.js";
import { play } from "./watch.js";

let begun = false;

/** Begin to watch the reader's play. @param {() => void} draw the rail */
export function begin(draw) {
  if (!begun) {
    play.onChange(draw);
    watchChecks();
  }
  begun = true;
  void play.look();
}

/** @param {boolean} here whether the reader is at the page that it leads to */
export function corner(here) {
  const session = play.now?.session;
  const way = { key: "play", class: "play-corner", href: "/my-play", "aria-current": here && "page" };
  if (!session) return h("a", way, t("play.title"));
  const time = duration(session.minutes);
  const words = t("play.corner", { net: gain(session.net), time });
  return h(
    "a",
    { ...way, "aria-label": words, title: words },
    h("b", { key: "net", class: tone(session.net), translate: "no" }, gain(session.net)),
    // Keeps the two apart where they are read as one text.
    " ",
    h("span", { key: "time" }, time),
  );
}

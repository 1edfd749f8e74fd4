/** The reader's corner of the rail: what the session has brought and how long it has lasted, on every page. */

import { h } from "../dom.js";
import { cents, gain } from "../money.js";
import { tone } from "../reasons.js";
import { t } from "../words.js";
import { duration } from "./figures.js";
import { watchChecks } from "./reality-check.js";
import { look, onPlay, play } from "./watch.js";

let begun = false;

/** Begin to watch the reader's play. @param {() => void} draw the rail */
export function begin(draw) {
  if (!begun) {
    onPlay(draw);
    watchChecks();
  }
  begun = true;
  void look();
}

export function corner() {
  const session = play()?.session;
  if (!session) return null;
  const net = cents(session.net);
  const words = t("play.corner", { net: gain(net), time: duration(session.minutes) });
  return h(
    "a",
    { key: "play", class: "play-corner", href: "/my-play", "aria-label": words, title: words },
    h("b", { key: "net", class: tone(session.net), translate: "no" }, gain(net)),
    h("span", { key: "time" }, duration(session.minutes)),
  );
}

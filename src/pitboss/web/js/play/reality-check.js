/** The reality check: time and result in the middle of the page, until the reader says whether they play on. */

import { command } from "../api.js";
import { h, make, render } from "../dom.js";
import { cents } from "../money.js";
import { faultLine, reasonOf } from "../page.js";
import { go } from "../router.js";
import { t } from "../words.js";
import { duration, result } from "./figures.js";
import { play } from "./watch.js";

/** @type {HTMLDialogElement | null} */
let shown = null;

/** Show a check as soon as one is due and no bet of the reader's is in play; never over another dialog. */
export function watchChecks() {
  play.onChange(ask);
}

function ask() {
  const { now } = play;
  if (!now?.check.due) {
    shown?.close();
    return;
  }
  const playing = now.session !== null && cents(now.session.at_risk) > 0n;
  if (shown || playing || location.pathname === "/my-play" || document.querySelector("dialog[open]")) return;
  open(now);
}

/** @param {import("./watch.js").PlayNow} now */
function open(now) {
  const element = /** @type {HTMLDialogElement} */ (
    make(
      h("dialog", {
        class: "reality-check",
        role: "alertdialog",
        "aria-labelledby": "reality-check",
        "aria-describedby": "reality-check-text",
      }),
    )
  );
  const state = { busy: false, fault: "" };
  const draw = () => render(element, view(now, state, { on, stop }));
  const on = async () => {
    Object.assign(state, { busy: true, fault: "" });
    draw();
    try {
      await command("/api/my/reality-check/answer", {});
      element.close();
    } catch (error) {
      Object.assign(state, { busy: false, fault: reasonOf(error) });
      draw();
    }
    await play.look();
  };
  const stop = () => {
    element.close();
    void go("/my-play");
  };
  draw();
  // Escape is no answer: the server takes no bet before there is one.
  element.addEventListener("cancel", (event) => event.preventDefault());
  element.addEventListener("close", () => {
    element.remove();
    shown = null;
  });
  document.body.append(element);
  shown = element;
  element.showModal();
}

/** @param {import("./watch.js").PlayNow} now @param {{busy: boolean, fault: string}} state @param {{on: () => void, stop: () => void}} handlers */
function view({ session, check }, { busy, fault }, { on, stop }) {
  return [
    h("h2", { key: "title", id: "reality-check" }, t("play.check_title")),
    h(
      "div",
      { key: "text", id: "reality-check-text" },
      h("p", null, t("play.check_text", { every: duration(check.every) })),
      session &&
        h(
          "dl",
          { class: "play-facts" },
          h("div", null, h("dt", null, t("play.time")), h("dd", null, duration(session.minutes))),
          h("div", null, h("dt", null, t("play.result")), h("dd", null, result(session.net))),
        ),
    ),
    faultLine(fault),
    h(
      "div",
      { key: "buttons", class: "play-buttons" },
      h("button", { type: "button", disabled: busy, "data-act": "play-on", onclick: on }, t("play.go_on")),
      h("button", { type: "button", class: "quiet", "data-act": "play-stop", onclick: stop }, t("play.stop")),
    ),
  ];
}

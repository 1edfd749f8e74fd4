/** Closing a table: what it means, and for whom, before it is done. */

import { dialog } from "../dialog.js";
import { h } from "../dom.js";
import { t } from "../words.js";
import { PANEL } from "./desk.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** @param {Desk} desk @param {string} words what the button says @param {boolean} later after the round under way */
export function askToClose(desk, words, later) {
  dialog(t("console.close_sure", { table: desk.id }), (close) => {
    const seats = desk.table?.seats ?? [];
    const sure = () => {
      close();
      desk.place = PANEL;
      const said = t(later ? "console.did_close_after" : "console.did_close");
      void desk.tell("close", later ? { after_round: true } : {}, said);
    };
    return [
      seats.length
        ? [
            h("p", { key: "seated" }, t("console.close_seated")),
            h(
              "ul",
              { key: "who" },
              seats.map(({ box, player }) =>
                h("li", { key: box }, t("why.box", { box }), " ", h("span", { translate: "no" }, player)),
              ),
            ),
          ]
        : h("p", { key: "nobody" }, t("console.close_nobody")),
      later && desk.playing && h("p", { key: "later" }, t("console.close_later")),
      h("p", { key: "means", class: "muted" }, t("console.close_means")),
      h(
        "p",
        { key: "go", class: "form-go" },
        h("button", { type: "button", class: "danger", "data-do": "close sure", onclick: sure }, words),
        h("button", { type: "button", class: "quiet", onclick: close }, t("session.cancel")),
      ),
    ];
  });
}

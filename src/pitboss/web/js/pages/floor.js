/** The floor. */
import { read } from "../api.js";
import { h, render } from "../dom.js";
import { t } from "../words.js";

/** @param {HTMLElement} root */
export function open(root) {
  document.title = t("rail.floor");
  void read("/api/tables").then((tables) =>
    render(root, h("h1", null, t("rail.floor")), tables.map((/** @type {any} */ table) => h("p", { key: table.id }, table.title))),
  );
}

/** The console of a table: what is due, the round as a table, and what staff see to beside it. */

import { ConsolePage } from "../console/page.js";
import { forStaff } from "../gate.js";
import { may } from "../session.js";
import { t } from "../words.js";

export const css = ["console.css"];
/** @type {import("../words.js").Part[]} */
export const words = ["console"];
export const reasons = ["irregularities", "round", "round-events", "settlement", "tables"];

/** @param {HTMLElement} root @param {string[]} parts */
export function open(root, [id]) {
  const title = t("console.title_of", { name: id });
  document.title = title;
  if (!may("run_table")) return forStaff(root, title);
  const page = new ConsolePage(root, id);
  void page.start().then((found) => {
    if (!found) forStaff(root, t("table.unknown", { name: id }), t("console.unknown_text"));
  });
  return () => page.close();
}

/** A table: the felt as its sheet lays it out, and everything that a player does there. */

import { h } from "../dom.js";
import { wordsPage } from "../page.js";
import { TablePage } from "../table/page.js";
import { t } from "../words.js";

export const css = ["felt.css", "table.css"];
export const reasons = ["irregularities", "round", "settlement", "tables"];

/** @param {HTMLElement} root @param {string[]} parts */
export function open(root, [id]) {
  const page = new TablePage(root, id);
  void page.follower.start().then((found) => {
    if (found) {
      void page.seat();
      return;
    }
    const title = t("table.unknown", { name: id });
    document.title = title;
    wordsPage(root, title, h("p", null, h("a", { href: "/" }, t("missing.back"))));
  });
  return () => page.close();
}

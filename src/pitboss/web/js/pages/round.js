/** A round of the past: run again moment by moment, its settlement with reasons, and what proves it. */

import { allowed } from "../gate.js";
import { ReplayActions } from "../replay/actions.js";
import { t } from "../words.js";

export const css = ["felt.css", "table.css", "round.css"];
export const words = ["rounds"];
export const reasons = ["history", "irregularities", "link-events", "round-events", "settlement"];

/** @param {HTMLElement} root @param {string[]} parts */
export function open(root, [table, number]) {
  if (!allowed(root, t("replay.title", { name: `${table}/${number}` }), "watch_table")) return;
  const actions = new ReplayActions(root, table, number);
  void actions.start();
  return () => actions.close();
}

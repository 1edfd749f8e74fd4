/** The audit of the journal: begun, followed, cancelled, and told in words; its witnesses and checkpoints. */

import { AuditActions } from "../audit/actions.js";
import { allowed } from "../gate.js";
import { t } from "../words.js";

export const css = ["reports.css"];
export const words = ["staff"];
export const reasons = ["audit"];

/** @param {HTMLElement} root @param {string[]} parts */
export function open(root, [number]) {
  if (!allowed(root, t("audit.title"), "read_audit")) return;
  const actions = new AuditActions(root, number);
  void actions.start();
  return () => actions.close();
}

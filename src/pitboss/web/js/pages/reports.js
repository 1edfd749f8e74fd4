/** Reports: a gaming day reconciled with its alarms first, what links owe, what was paid, tables' money, ratings. */

import { allowed } from "../gate.js";
import { ReportActions } from "../report/actions.js";
import { t } from "../words.js";

export const css = ["reports.css"];
export const words = ["staff"];
export const reasons = ["floor", "jackpots", "reconcile"];

/** @param {HTMLElement} root */
export function open(root) {
  if (!allowed(root, t("report.title"), "read_reports")) return;
  const actions = new ReportActions(root);
  void actions.start();
  return () => actions.close();
}

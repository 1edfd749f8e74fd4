/** Results of training: of all trainees for who supervises them, of one, and one answer point by point. */

import { allowed } from "../gate.js";
import { ResultsActions } from "../results/actions.js";
import { may, session } from "../session.js";
import { t } from "../words.js";

export const css = ["felt.css", "reports.css", "train.css"];
export const words = ["staff", "training"];
export const reasons = ["irregularities", "round-events", "settlement"];

/** @param {HTMLElement} root @param {string[]} parts the trainee, and the question that was answered */
export function open(root, [name, question]) {
  if (!allowed(root, t("results.title"), "watch_table")) return;
  const own = may("read_training") ? "" : (session()?.name ?? "");
  const actions = new ResultsActions(root, name ?? own, question ?? "");
  void actions.start();
  return () => actions.close();
}

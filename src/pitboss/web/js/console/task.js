/** What is due at a table: one thing at a time. */

/** @typedef {import("./desk.js").Desk} Desk */
/** @typedef {import("./desk.js").Fault} Fault */
/**
 * @typedef {object} Task
 * @property {"closed" | "sign_on" | "begin" | "close" | "cards" | "name" | "ask" | "choose" | "reveal" | "settle" | "judge" | "wait" | "watch"} kind
 * @property {string[]} clauses
 * @property {string | number | null} [to] the place that cards are for
 * @property {"burn" | "deal" | "discard" | "show"} [act] what is done with the cards
 * @property {number} [cards] how many
 * @property {number[]} [boxes] who must decide
 * @property {Fault | null} [fault] why it cannot be done
 */

/** @param {Desk} desk @returns {Task} */
export function taskOf(desk) {
  const { table, legal } = desk;
  if (!table || !legal) return { kind: "wait", clauses: [] };
  if (!table.open && !desk.playing) return { kind: "closed", clauses: [] };
  if (table.automatic) return { kind: "watch", clauses: [] };
  if (!desk.playing) return beginning(desk);
  if (desk.whyNot("settle")?.code === "not_signed_on") return { kind: "sign_on", clauses: [] };
  if (desk.phase === "betting") return doing(desk, "close");
  const choosing = table.round?.boxes.filter((box) => box.to_choose).map((box) => box.number) ?? [];
  if (choosing.length) return { kind: "choose", clauses: [], boxes: choosing };
  const { due, unnamed } = legal;
  if (!due) return judging(desk);
  const clauses = [due.clause];
  if (unnamed.length) return { kind: "name", clauses, act: "show", to: unnamed[0] };
  if (due.act === "ask") return { kind: "ask", clauses, boxes: due.boxes };
  if (due.act === "reveal" || due.act === "settle") return { ...doing(desk, due.act), clauses };
  return { kind: "cards", clauses, act: due.act, to: due.to, cards: due.cards };
}

/** @param {Desk} desk @returns {Task} */
function beginning(desk) {
  const refused = desk.whyNot("begin");
  if (refused?.code === "not_signed_on") return { kind: "sign_on", clauses: refused.clauses, fault: refused };
  return doing(desk, "begin");
}

/** Something is to be reported first, for which the Dealer's next act is refused. @param {Desk} desk @returns {Task} */
function judging(desk) {
  const refused = desk.whyNot("deal_next");
  const fault = refused && ["nothing_due", "no_shoe"].includes(refused.code) ? null : refused;
  return { kind: "judge", clauses: fault?.clauses ?? [], fault };
}

/** @param {Desk} desk @param {"begin" | "close" | "reveal" | "settle"} kind @returns {Task} */
function doing(desk, kind) {
  const refused = desk.may(kind) ? null : desk.whyNot(kind);
  return { kind, clauses: refused?.clauses ?? [], fault: refused };
}

/** What tells one task from the next. @param {Task} task @param {Desk} desk */
export function taskKey(task, desk) {
  return [desk.legal?.round, task.kind, task.act, task.to, task.boxes?.join()].join(" ");
}

/** The adviser: what each way to decide is worth, exactly, from the mathematics of the same sheet. */

import { read, Refused } from "../api.js";
import { cents, gain, plain } from "../money.js";
import { placed, ownBoxes, boxOf } from "./scene.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {import("./scene.js").Advice} Advice */
/** @typedef {import("../answers").BoxNow} BoxNow */

const HIDDEN = "?";
const ASK_AGAIN = 400;

/** Ask for what is not known yet about the decisions that are due. @param {Scene} scene @param {() => void} changed */
export function advise(scene, changed) {
  if (!scene.adviser) return;
  for (const number of ownBoxes(scene)) {
    const box = boxOf(scene, number);
    if (!box || !(box.to_decide || box.to_choose)) continue;
    const due = decision(scene, box);
    if (scene.advice.has(due)) continue;
    scene.advice.set(due, "counting");
    void counted(question(scene, box)).then((found) => {
      scene.advice.set(due, found);
      changed();
    });
  }
}

/** A decision by its name: the display may move while it is due, and is taken as it was. @param {Scene} scene @param {BoxNow} box */
function decision(scene, box) {
  const round = scene.table?.round;
  return [
    round?.number,
    box.number,
    ...box.cards,
    ...box.decided,
    ...(round?.community ?? []),
    box.to_choose,
  ].join(" ");
}

/** @param {string} path @returns {Promise<Advice>} */
async function counted(path) {
  try {
    let found = await read(path);
    while (found.state === "waiting" || found.state === "counting") {
      await new Promise((done) => setTimeout(done, ASK_AGAIN));
      found = await read(`/api/counts/${found.id}`);
    }
    return found.state === undefined ? found : found.state === "done" ? found.result : "none";
  } catch (error) {
    if (error instanceof Refused) return "none";
    throw error;
  }
}

/** What is known of the decision of a box: the count, that it is under way, or that there is none. @param {Scene} scene @param {BoxNow} box */
export function adviceOf(scene, box) {
  return scene.advice.get(decision(scene, box));
}

/**
 * What a way to decide is worth, in dollars.
 *
 * @param {Scene} scene
 * @param {BoxNow} box
 * @param {string} action
 */
export function valueOf(scene, box, action) {
  const found = adviceOf(scene, box);
  if (!found || found === "none") return null;
  if (found === "counting") return { text: "…", best: false };
  const value = found.actions[action];
  if (value === undefined) return null;
  return { text: gain(times(value, placed(box, "ante", scene.me))), best: found.best === action };
}

/** A fraction of the Ante in cents, to the nearest. @param {string} fraction @param {bigint} ante */
export function times(fraction, ante) {
  const [over, under = "1"] = fraction.split("/");
  const [exact, whole] = [BigInt(over) * ante * 2n, BigInt(under) * 2n];
  const half = exact < 0n ? -whole / 2n : whole / 2n;
  return (exact + half) / whole;
}

/** The question of a decision as the mathematics takes it. @param {Scene} scene @param {BoxNow} box */
function question(scene, box) {
  const { table, felt } = scene;
  const round = table?.round;
  if (!table || !felt || !round) throw new Error("a decision belongs to a round");
  const asked = new URLSearchParams();
  const seen = !box.cards.includes(HIDDEN);
  if (seen) asked.set("hand", box.cards.join(" "));
  else if (ownBoxes(scene).some((other) => other !== box.number && boxOf(scene, other)?.examined))
    asked.set("blind", "true");
  const up = round.dealer.filter((card) => card !== HIDDEN);
  if (up.length === 1) asked.set("up", up[0]);
  const board = round.community.filter((card) => card !== HIDDEN);
  if (board.length) asked.set("board", board.join(" "));
  const others = ownBoxes(scene).flatMap((other) =>
    other === box.number ? [] : (boxOf(scene, other)?.cards ?? []),
  );
  const dead = others.filter((card) => card !== HIDDEN);
  if (dead.length) asked.set("dead", dead.join(" "));
  if (box.decided.length) asked.set("decided", box.decided.join(","));
  if (box.to_choose) asked.set("option", "true");
  const bets = felt.areas.flatMap(({ bet, placed: when }) => {
    const amount = when === "before_deal" ? placed(box, bet) : 0n;
    return amount ? [`${bet}=${plain(amount)}`] : [];
  });
  asked.set("bets", bets.join(","));
  const opponents = round.boxes.filter((other) => other.player !== box.player && placed(other, "ante") > 0n);
  asked.set("others", String(opponents.length));
  if (table.displayed && bets.some((bet) => bet.startsWith("jackpot")))
    asked.set("meter", plain(cents(table.displayed)));
  return `/api/lab/${encodeURIComponent(table.sheet)}/advise?${asked}`;
}

/** What this browser remembers of somebody who trains: the score, the clauses that were missed, and the set under way. */

/** @typedef {import("../answers").PointNow} PointNow */
/** @typedef {{asked: number, right: number}} Score */
/** @typedef {Score & {clauses: Record<string, Score>}} SheetScore */
/** @typedef {{right: number, points: number, seconds: number}} Mark of one answer: its right points, all of them, the time it took */
/** @typedef {{name: string, right: boolean[], marks?: Mark[]}} SetScore */
/** @typedef {{sheets: Record<string, SheetScore>, set: SetScore | null}} Kept */

const KEY = "pitboss.train";

/** @returns {Kept} */
function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "");
    if (typeof found.sheets === "object" && found.sheets)
      return { sheets: found.sheets, set: found.set ?? null };
  } catch {
    // What cannot be read is begun anew.
  }
  return { sheets: {}, set: null };
}

/** @param {Kept} now */
function keep(now) {
  localStorage.setItem(KEY, JSON.stringify(now));
}

/** The answers of a set so far; another set begins anew. @param {string} name @returns {boolean[]} */
export function answered(name) {
  const { set } = kept();
  return set?.name === name ? set.right : [];
}

/** The marks of a set so far, added up. @param {string} name @returns {Mark} */
export function marksOf(name) {
  const { set } = kept();
  const marks = (set?.name === name && set.marks) || [];
  const none = { right: 0, points: 0, seconds: 0 };
  return marks.reduce(
    (sum, mark) => ({
      right: sum.right + mark.right,
      points: sum.points + mark.points,
      seconds: sum.seconds + mark.seconds,
    }),
    none,
  );
}

/** Begin a set from its first situation. @param {string} name */
export function begin(name) {
  keep({ ...kept(), set: { name, right: [] } });
}

/**
 * Keep an answer. A situation counts once; of the clauses, each that its points rest on.
 *
 * @param {string} name of the set
 * @param {string} sheet
 * @param {readonly PointNow[]} points
 * @param {number} seconds that the answer took
 */
export function note(name, sheet, points, seconds) {
  const now = kept();
  const right = points.every((point) => point.right);
  const score = (now.sheets[sheet] ??= { asked: 0, right: 0, clauses: {} });
  add(score, right);
  for (const clause of new Set(points.flatMap((point) => point.clauses))) {
    const about = points.filter((point) => point.clauses.includes(clause));
    add(
      (score.clauses[clause] ??= { asked: 0, right: 0 }),
      about.every((point) => point.right),
    );
  }
  const mark = { right: points.filter((point) => point.right).length, points: points.length, seconds };
  const marks = (now.set?.name === name && now.set.marks) || [];
  keep({ ...now, set: { name, right: [...answered(name), right], marks: [...marks, mark] } });
}

/** @param {Score} score @param {boolean} right */
function add(score, right) {
  score.asked += 1;
  if (right) score.right += 1;
}

/** @param {string} sheet @returns {Score} */
export function scoreOf(sheet) {
  return kept().sheets[sheet] ?? { asked: 0, right: 0 };
}

/** The clauses of a sheet that were missed, the weakest first. @param {string} sheet @returns {[string, Score][]} */
export function weak(sheet) {
  const clauses = Object.entries(kept().sheets[sheet]?.clauses ?? {});
  const missed = clauses.filter(([, score]) => score.right < score.asked);
  return missed.sort(([, a], [, b]) => a.right / a.asked - b.right / b.asked || b.asked - a.asked);
}

/** Forget everything. */
export function forget() {
  localStorage.removeItem(KEY);
}

/** How long an answer took, in words. */

/** A time in minutes and seconds. @param {number} seconds */
export function timeTaken(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

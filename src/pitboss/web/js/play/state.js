/** What the page of the reader's own play knows. */

export function newState() {
  return {
    /** @type {import("./watch.js").PlayNow | null} */
    play: null,
    fault: "",
    notice: "",
  };
}

/** @typedef {ReturnType<typeof newState>} State */

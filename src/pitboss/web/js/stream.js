/** Live state: the newest of it after each change, and how fresh it is. */

/** @typedef {"connecting" | "live" | "silent"} Freshness */

/** Nothing heard for so long, not even a heartbeat, and what is shown may be old. In milliseconds. */
const SILENCE = 5000;
/** A stream that is silent for so long is opened anew. */
const DEAD = 12_000;

/**
 * Follow a stream of the API. Its heartbeats come every two seconds; a client that reconnects gets the newest state.
 *
 * @param {string} path
 * @param {Record<string, (state: any) => void>} hear by the name of the event
 * @param {(fresh: Freshness) => void} [freshness] called when it changes
 * @returns {() => void} ends it
 */
export function follow(path, hear, freshness = () => {}) {
  /** @type {EventSource} */
  let source;
  let heard = performance.now();
  /** @type {Freshness} */
  let fresh = "connecting";

  /** @param {Freshness} now */
  const tell = (now) => {
    if (now === fresh) return;
    fresh = now;
    freshness(now);
  };
  const alive = () => {
    heard = performance.now();
    tell("live");
  };
  const open = () => {
    source = new EventSource(path);
    source.addEventListener("beat", alive);
    for (const [event, listener] of Object.entries(hear)) {
      source.addEventListener(event, (message) => {
        alive();
        listener(JSON.parse(message.data));
      });
    }
  };
  const watch = setInterval(() => {
    const quiet = performance.now() - heard;
    if (quiet > SILENCE) tell("silent");
    if (quiet > DEAD || (source.readyState === EventSource.CLOSED && quiet > SILENCE)) {
      heard = performance.now() - SILENCE;
      source.close();
      open();
    }
  }, 250);
  open();
  freshness(fresh);
  return () => {
    clearInterval(watch);
    source.close();
  };
}

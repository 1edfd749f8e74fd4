/** What waits for the reader: read now and then, and at once after something was done here. */

import { Polled } from "./polled.js";
import { isStaff } from "./session.js";

/** @typedef {import("./answers").WaitingNow} WaitingNow */

const PAUSE = 15_000;

export const waiting = new Polled(
  "/api/waiting",
  /** @type {readonly WaitingNow[]} */ ([]),
  isStaff,
  () => PAUSE,
);

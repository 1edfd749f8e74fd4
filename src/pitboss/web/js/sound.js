/** Short sounds, made here and now; silent unless the reader has asked for them. */

import { options } from "./options.js";

/** @typedef {"card" | "chip" | "paid"} Sound */

/**
 * The notes of each sound: when, which frequency, how long, in seconds and hertz.
 *
 * @type {Record<Sound, [number, number, number][]>}
 */
const NOTES = {
  card: [[0, 1900, 0.03]],
  chip: [
    [0, 3100, 0.04],
    [0.045, 2600, 0.05],
  ],
  paid: [
    [0, 659, 0.5],
    [0.14, 880, 0.5],
    [0.28, 1109, 0.9],
  ],
};

/** @type {AudioContext | undefined} */
let audio;

/** @param {Sound} sound */
export function play(sound) {
  if (!options.sound) return;
  audio ??= new AudioContext();
  for (const [when, frequency, length] of NOTES[sound])
    note(audio, audio.currentTime + when, frequency, length);
}

/** @param {AudioContext} context @param {number} start @param {number} frequency @param {number} length */
function note(context, start, frequency, length) {
  const voice = context.createOscillator();
  const volume = context.createGain();
  voice.type = "triangle";
  voice.frequency.value = frequency;
  volume.gain.setValueAtTime(0.12, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(volume).connect(context.destination);
  voice.start(start);
  voice.stop(start + length);
}

// A few short sounds, made here of tones and noise: no file is loaded. One switch turns all of them off, on this
// device.

import { read, write } from './storage.js';

const SOUND = 'entente/sound';

/** Least time between two sounds, in milliseconds: of those that come closer together one is heard. */
export const GAP_MS = 80;

/** @typedef {'card' | 'die' | 'turn' | 'point' | 'end'} Sound */

/**
 * A tone: its pitch in hertz (0 is noise), when it begins and how long it lasts in seconds, and how loud it is.
 * @typedef {[pitch: number, at: number, seconds: number, loudness: number]} Tone
 */

/** The tones of each sound, those that matter least first. @type {Record<Sound, Tone[]>} */
export const SOUNDS = {
  card: [[0, 0, 0.09, 0.05]],
  die: [
    [190, 0, 0.05, 0.1],
    [150, 0.06, 0.05, 0.07],
  ],
  turn: [
    [660, 0, 0.3, 0.08],
    [880, 0.14, 0.32, 0.08],
  ],
  point: [
    [1047, 0, 0.25, 0.05],
    [1319, 0.09, 0.3, 0.05],
  ],
  end: [
    [392, 0, 0.5, 0.06],
    [523, 0.16, 0.5, 0.06],
    [784, 0.32, 0.8, 0.06],
  ],
};

const ORDER = /** @type {Sound[]} */ (Object.keys(SOUNDS));

export const soundWanted = () => read(SOUND) !== 'off';

/** @param {boolean} on */
export const wantSound = (on) => write(SOUND, on ? 'on' : 'off');

/** @type {AudioContext | null} */ let audio = null;
let last = -Infinity;
/** Number of tones that have not ended. */ let sounding = 0;
/** @type {Sound[]} */ let waiting = [];

/** Returns what sounds; null before the first gesture on the page: browsers block sound until then. */
function ready() {
  if (!navigator.userActivation?.hasBeenActive || typeof AudioContext === 'undefined') return null;
  audio ??= new AudioContext();
  return audio;
}

/** Plays the one of these sounds that matters most, once it may be heard. @param {readonly Sound[]} sounds */
export function play(sounds) {
  if (sounds.length === 0) return;
  if (waiting.length === 0)
    // A whole millisecond more, for what is read of the clock is rounded.
    setTimeout(flush, Math.max(0, Math.floor(last + GAP_MS - performance.now()) + 1));
  waiting.push(...sounds);
}

function flush() {
  const sound = ORDER.findLast((one) => waiting.includes(one));
  waiting = [];
  const context = ready();
  if (!sound || !soundWanted() || !context) return;
  // It sleeps since the last sound; a page that was hidden for long may have been put to sleep, too.
  context.resume();
  for (const tone of SOUNDS[sound]) sing(context, tone);
  last = performance.now();
}

/** @param {AudioContext} context @param {Tone} tone */
function sing(context, [pitch, at, seconds, loudness]) {
  const start = context.currentTime + at;
  const volume = context.createGain();
  volume.gain.setValueAtTime(loudness, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  const source = pitch > 0 ? tone(context, pitch) : noise(context, seconds);
  source.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(start + seconds);
  sounding += 1;
  source.onended = () => {
    sounding -= 1;
    // Silence that is played keeps the device awake, and its battery.
    if (sounding === 0) context.suspend();
  };
}

/** @param {AudioContext} context @param {number} pitch */
function tone(context, pitch) {
  const made = context.createOscillator();
  made.frequency.value = pitch;
  return made;
}

/** @param {AudioContext} context @param {number} seconds */
function noise(context, seconds) {
  const made = context.createBufferSource();
  const buffer = context.createBuffer(
    1,
    Math.ceil(context.sampleRate * seconds),
    context.sampleRate,
  );
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  made.buffer = buffer;
  return made;
}

// The sound that calls somebody back whose turn it is, and the setting that turns it off.

import { read, write } from './seats.js';

const SOUND = 'entente/sound';

export const soundWanted = () => read(SOUND) !== 'off';

/** @param {boolean} on */
export const wantSound = (on) => write(SOUND, on ? 'on' : 'off');

/** Plays two soft notes; they are synthesised, so no file is loaded. */
export function ring() {
  if (!soundWanted() || typeof AudioContext === 'undefined') return;
  try {
    const audio = new AudioContext();
    const notes = [
      [660, 0],
      [880, 0.14],
    ];
    for (const [pitch, at] of notes) {
      const tone = audio.createOscillator();
      const loudness = audio.createGain();
      tone.frequency.value = pitch;
      loudness.gain.setValueAtTime(0.08, audio.currentTime + at);
      loudness.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + at + 0.3);
      tone.connect(loudness).connect(audio.destination);
      tone.start(audio.currentTime + at);
      tone.stop(audio.currentTime + at + 0.32);
    }
    setTimeout(() => audio.close(), 800);
  } catch {
    // Browsers block sound until the first click or key on a page; the title has to do then.
  }
}

// Durations as people write them, in minutes and seconds. The protocol counts milliseconds.

const SECOND_MS = 1_000;
/** A colon; or a point or comma, because the digit keyboard of a phone has no colon. */
const WRITTEN = /^(\d{1,5})[:.,](\d{2})$/;

/** @param {number} ms */
export function spanText(ms) {
  const seconds = Math.round(ms / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Returns milliseconds; null if the text is no duration. @param {string} written */
export function spanOf(written) {
  const [, minutes, seconds] = WRITTEN.exec(written.trim()) ?? [];
  if (minutes === undefined || Number(seconds) > 59) return null;
  return (Number(minutes) * 60 + Number(seconds)) * SECOND_MS;
}

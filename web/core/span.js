// Spans of time as people write them: minutes and seconds. The protocol counts in milliseconds.

const SECOND_MS = 1_000;
/** A colon on a keyboard, a point or a comma where a phone shows digits alone. */
const WRITTEN = /^(\d{1,5})[:.,](\d{2})$/;

/** @param {number} ms */
export function spanText(ms) {
  const seconds = Math.round(ms / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** In milliseconds, or null for what is none. @param {string} written */
export function spanOf(written) {
  const [, minutes, seconds] = WRITTEN.exec(written.trim()) ?? [];
  if (minutes === undefined || Number(seconds) > 59) return null;
  return (Number(minutes) * 60 + Number(seconds)) * SECOND_MS;
}

// Moments and days in English, in the person's own time.

const DAY_MS = 86_400_000;

/** @param {Date} date @param {Intl.DateTimeFormatOptions} how */
const shown = (date, how) => new Intl.DateTimeFormat('en-GB', how).format(date);

/** @param {Date} date */
const clock = (date) => shown(date, { hour: '2-digit', minute: '2-digit' });

/** @param {Date} one @param {Date} other */
const sameDay = (one, other) => one.toDateString() === other.toDateString();

/** Returns the day of a moment: a weekday alone if it is less than six days away. @param {Date} date */
const day = (date) =>
  Math.abs(date.getTime() - Date.now()) < 6 * DAY_MS
    ? shown(date, { weekday: 'long' })
    : shown(date, { weekday: 'long', day: 'numeric', month: 'long' });

/** Formats a moment: "14:20" of today, else "Wednesday, 14:20". @param {Date} date */
export const moment = (date) =>
  sameDay(date, new Date()) ? clock(date) : `${day(date)}, ${clock(date)}`;

/** Formats a moment to come, after a verb: "at 14:20", "on Wednesday, 14:20". @param {Date} date */
export const from = (date) =>
  sameDay(date, new Date()) ? `at ${clock(date)}` : `on ${moment(date)}`;

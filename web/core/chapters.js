// The log in chapters: what a turn or a round begins is a title, lines of one side stand together, and a line that
// is said again at once is counted.

/**
 * @typedef {{title: string, seq: number}} Title
 * @typedef {{event: any, times: number, side: string | null, first: boolean}} Line `first` of its side's lines
 */

/**
 * Returns titles and lines, in their order.
 * @param {readonly any[]} events oldest first
 * @param {(event: any) => string | null} opens the title that an event begins, if it begins one
 * @param {(event: any, before: string | null) => string | null} sideOf the side that an event belongs to, given
 *   that of the event before
 * @returns {(Title | Line)[]}
 */
export function chapters(events, opens, sideOf) {
  /** @type {(Title | Line)[]} */ const all = [];
  /** @type {string | null} */ let side = null;
  for (const event of events) {
    const title = opens(event);
    const last = all.at(-1);
    const before = side;
    side = sideOf(event, before);
    if (title !== null) all.push({ title, seq: event.seq });
    else if (last && 'event' in last && last.event.text === event.text) last.times += 1;
    else {
      const first = side !== null && (side !== before || !last || 'title' in last);
      all.push({ event, times: 1, side, first });
    }
  }
  return all;
}

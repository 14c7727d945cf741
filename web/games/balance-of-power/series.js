// Which of a match's attacks are still news to a viewer, and what each came to: all its rolls together.

/**
 * Rolls from one territory into another, one after the other.
 * @typedef {object} Series
 * @property {string} by the attacking owner
 * @property {string} from
 * @property {string} to
 * @property {number} lost by the attacker
 * @property {number} beaten troops that the defender lost
 * @property {string} of the defending owner
 * @property {boolean} taken
 * @property {number | null} moved troops that had to move in, where there was no choice
 */

/**
 * Returns the entry of the newest command of a colour; -1 before the first.
 * @param {readonly any[]} events oldest first @param {string} own
 */
export function lastOwn(events, own) {
  let [mine, began, last] = [false, -1, -1];
  for (const { type, colour, seq } of events) {
    if (type === 'turn_began') [mine, began] = [colour === own, seq];
    else if (mine && seq > began) last = seq;
  }
  return last;
}

/**
 * Returns the events that are still news: those of the other side since this seat acted, or of its own last command.
 * A spectator has those of the newest command.
 * @param {readonly any[]} events oldest first @param {string | null} own
 */
export function recent(events, own) {
  const newest = events.at(-1)?.seq ?? -1;
  if (!own) return events.filter(({ seq }) => seq === newest);
  const last = lastOwn(events, own);
  const later = events.filter(({ seq }) => seq > last);
  const fresh = later.some(({ type }) => type === 'fought' || type === 'collected');
  const turn = later.some(({ type, colour }) => type === 'turn_began' && colour === own);
  return fresh || turn ? later : events.filter(({ seq }) => seq === last);
}

/**
 * Returns the attacks among these events, one for all rolls that follow each other.
 * @param {readonly any[]} events oldest first @param {(territory: string) => string} ownerOf who stands there now
 * @returns {Series[]}
 */
export function series(events, ownerOf) {
  /** @type {Series[]} */
  const all = [];
  for (const event of events) {
    const { type, from, to } = event;
    const last = all.at(-1);
    if (type === 'fought') {
      const same = last && last.from === from && last.to === to && !last.taken;
      const one = same
        ? last
        : {
            ...{ by: ownerOf(from), of: ownerOf(to), from, to },
            ...{ lost: 0, beaten: 0, taken: false, moved: null },
          };
      one.lost += event.attacker_lost;
      one.beaten += event.defender_lost;
      if (!same) all.push(one);
    } else if (last && type === 'conquered' && last.to === event.territory) {
      [last.taken, last.by, last.of] = [true, event.by, event.of];
    } else if (last && type === 'occupied' && last.to === to) last.moved = event.troops;
  }
  return all;
}

/**
 * Returns the attacks that say how things stand now, what has changed hands before what has not, and the viewer's before
 * others': one that failed where a later one of the same side did not says nothing any more.
 * @param {readonly Series[]} attacks oldest first @param {string | null} own
 * @returns {Series[]}
 */
export function ranked(attacks, own) {
  const failed = (/** @type {Series} */ { taken, to, by }, /** @type {number} */ at) =>
    !taken && attacks.slice(at).some((later) => later.taken && later.to === to && later.by === by);
  const rank = (/** @type {Series} */ { taken, of }) => (taken ? 0 : 2) + (of === own ? 0 : 1);
  return attacks
    .filter((one, at) => !failed(one, at))
    .toSorted((one, other) => rank(one) - rank(other));
}

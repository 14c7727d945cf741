// Which of the events of a match still stand, for whoever says what happened last: what was taken back
// did not happen. The log alone tells of both.

/**
 * The events that no undo has taken back.
 * @param {readonly any[]} events oldest first
 */
export function standing(events) {
  /** @type {any[]} */
  const left = [];
  for (const event of events) {
    if (event.type !== 'undone') left.push(event);
    else while (left.length > 0 && left[left.length - 1].seq > event.to) left.pop();
  }
  return left;
}

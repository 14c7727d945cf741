// The events of a match that are still in force. Whatever shows the latest news uses these; only the log
// shows what was taken back too.

/**
 * Returns the events that no undo has taken back.
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

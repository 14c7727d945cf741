// Focus and scrolling: what keeps the focus, and what is scrolled into view.

/**
 * Keeps buttons of the desk from taking the focus on a click, so that Enter still sends the draft and
 * does not press them again. A click on the desk also ends typing in the page's fields.
 * @param {MouseEvent} event
 */
export function keepFocus(event) {
  if (!(event.target instanceof Element) || !event.target.closest('button')) return;
  event.preventDefault();
  const at = document.activeElement;
  const desk = /** @type {Element} */ (event.currentTarget);
  if (at instanceof HTMLElement && !desk.contains(at)) at.blur();
}

/**
 * Scrolls a list, and nothing around it, as little as needed to show one of its items.
 * @param {Element} item @param {Element} list
 * @returns {boolean} `true` if it moved
 */
export function scrollIntoList(item, list) {
  const [inner, outer] = [item.getBoundingClientRect(), list.getBoundingClientRect()];
  const before = [list.scrollTop, list.scrollLeft];
  list.scrollTop += Math.max(0, inner.bottom - outer.bottom) + Math.min(0, inner.top - outer.top);
  list.scrollLeft += Math.max(0, inner.right - outer.right) + Math.min(0, inner.left - outer.left);
  return list.scrollTop !== before[0] || list.scrollLeft !== before[1];
}

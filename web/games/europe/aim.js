// Where one aims: what keeps the focus, and what is brought into sight.

/**
 * Buttons of the desk take no focus by the mouse, so that Enter goes on sending what is chosen and does
 * not press them again. Whoever clicks here has left the fields of the page.
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
 * Scrolls a list, and nothing around it, as little as shows one of its lines.
 * @param {Element} line @param {Element} list
 * @returns {boolean} whether it moved
 */
export function bring(line, list) {
  const [inner, outer] = [line.getBoundingClientRect(), list.getBoundingClientRect()];
  const before = [list.scrollTop, list.scrollLeft];
  list.scrollTop += Math.max(0, inner.bottom - outer.bottom) + Math.min(0, inner.top - outer.top);
  list.scrollLeft += Math.max(0, inner.right - outer.right) + Math.min(0, inner.left - outer.left);
  return list.scrollTop !== before[0] || list.scrollLeft !== before[1];
}

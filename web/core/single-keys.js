// Keys that act by themselves, without Ctrl or Alt: where they keep their usual meaning, and the setting that
// turns them off, for those whose voice control or switch types by accident.

import { read, write } from './storage.js';

const WANTED = 'entente/keys';
/** Selector of fields, in which keys keep their usual meaning. */
const FIELDS =
  'input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]';
/** Selector of elements with keys of their own. */
const OVER = 'dialog[open]';

export const keysWanted = () => read(WANTED) !== 'off';

/** @param {boolean} on */
export const wantKeys = (on) => write(WANTED, on ? 'on' : 'off');

/** Checks whether a key is typed into a field. @param {KeyboardEvent} event */
export const typed = ({ target }) => target instanceof Element && target.closest(FIELDS) !== null;

/** Checks whether a key may act by itself: nothing has used it, and no field or dialog wants it. @param {KeyboardEvent} event */
export const isFree = (event) =>
  !(
    event.defaultPrevented ||
    event.ctrlKey ||
    event.altKey ||
    event.metaKey ||
    event.isComposing
  ) &&
  !typed(event) &&
  !(event.target instanceof Element && event.target.closest(OVER));

// Links within the client: real addresses, which open without reloading the page.

import { goTo } from '../core/router.js';
import { ROOT } from '../core/root.js';
import { html } from '../vendor/lit/lit.js';

/**
 * @param {string} path relative to the root @param {unknown} content @param {string} [kind] classes
 */
export function link(path, content, kind = '') {
  /** @param {MouseEvent} event */
  const go = (event) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    goTo(path);
  };
  return html`<a class=${kind} href=${new URL(path, ROOT).href} @click=${go}>${content}</a>`;
}

// What the documents' pages do beyond being read: the theme that the person chose, and a search. Without
// this script they are complete.

import { useTheme } from '../core/theme.js';
import { found } from './find.js';

/** @import { Section } from './find.js' */

/** The most results that are shown. */
const MOST = 20;

useTheme();

/** @type {Promise<Section[]> | null} */
let index = null;

/** Returns the index, which is fetched when somebody begins to search. */
const sections = () =>
  (index ??= fetch('search.json').then((answer) => {
    if (!answer.ok) throw new Error(`the index is not there: ${answer.status}`);
    return answer.json();
  }));

/**
 * Creates an element with this text. @template {keyof HTMLElementTagNameMap} T
 * @param {T} name @param {string} text
 */
function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** @param {ReturnType<typeof found>[number]} result */
function shown({ page, address, title, snippet }) {
  const link = element('a', '');
  link.href = address;
  link.append(element('b', title));
  if (title !== page) link.append(` · ${page}`);
  link.append(element('small', snippet));
  return link;
}

/** Makes the search in its place in the bar. @param {HTMLElement} place */
function search(place) {
  const input = document.createElement('input');
  input.type = 'search';
  input.placeholder = 'Search';
  input.setAttribute('aria-label', 'Search the documents');
  const results = document.createElement('div');
  results.className = 'docs-found';
  results.hidden = true;
  const close = () => (results.hidden = true);

  const update = async () => {
    const asked = input.value;
    if (asked.trim() === '') return close();
    let lines;
    try {
      const all = found(await sections(), asked);
      const count = element('p', all.length === 0 ? 'Nothing found.' : `${all.length} found`);
      count.setAttribute('role', 'status');
      lines = [count, ...all.slice(0, MOST).map(shown)];
    } catch {
      index = null;
      lines = [element('p', 'The search does not work at the moment.')];
    }
    // Something else has been typed meanwhile.
    if (asked !== input.value) return undefined;
    results.replaceChildren(...lines);
    results.hidden = false;
    return undefined;
  };
  input.addEventListener('input', update);
  input.addEventListener('focus', () => void sections().catch(() => (index = null)));
  place.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close();
    if (key === 'Enter' && document.activeElement === input) results.querySelector('a')?.click();
  });
  place.addEventListener('focusout', ({ relatedTarget }) => {
    if (!place.contains(/** @type {Node | null} */ (relatedTarget))) close();
  });
  results.addEventListener('click', close);
  place.append(input, results);
  place.hidden = false;
}

const place = /** @type {HTMLElement | null} */ (document.querySelector('.docs-search'));
if (place) search(place);

// On a phone the contents lie over the page: who has chosen a section of it wants to see it.
document.querySelector('#contents')?.addEventListener('click', ({ target, currentTarget }) => {
  const contents = /** @type {HTMLElement} */ (currentTarget);
  const link = /** @type {Element} */ (target).closest('a');
  if (link && contents.matches(':popover-open')) contents.hidePopover();
});

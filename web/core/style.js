// Style sheets that belong to a module. A module awaits them, so nothing is ever shown unstyled.

import { needed } from './needed.js';
import { Problem } from './request.js';

/** Loads a style sheet, however often that takes. @param {URL} url beside the module @returns {Promise<void>} */
export const style = (url) => needed(() => linked(url));

/** @param {URL} url @returns {Promise<void>} */
function linked(url) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = url.href;
  const loaded = new Promise((done, failed) => {
    link.onload = () => done(undefined);
    link.onerror = () => {
      link.remove();
      failed(new Problem('unreachable', 'a style sheet could not be loaded'));
    };
  });
  document.head.append(link);
  return /** @type {Promise<void>} */ (loaded);
}

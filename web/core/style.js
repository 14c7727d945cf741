// Style sheets that belong to a module. A module awaits them, so nothing is ever shown unstyled.

/** Loads a style sheet. @param {URL} url beside the module @returns {Promise<void>} */
export function style(url) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = url.href;
  const loaded = new Promise((done, failed) => {
    link.onload = () => done(undefined);
    link.onerror = () => failed(new Error('a style sheet could not be loaded'));
  });
  document.head.append(link);
  return /** @type {Promise<void>} */ (loaded);
}

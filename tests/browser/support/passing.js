// What a page shows only for a while. Whoever asks for it afterwards asks too late on a busy machine: it is looked out
// for before it can come.

/** @import { Page } from 'playwright-core' */

/**
 * Looks at a page after each of its changes, from now on.
 * @template Arg, Result
 * @param {Page} page @param {(arg: Arg) => Result} look taken to the page: it may use nothing from outside
 * @param {Arg} [arg]
 * @returns {Promise<() => Promise<Result>>} waits for what is the first of its results to be something, and returns that
 */
export async function lookOut(page, look, arg) {
  const out = await page.evaluateHandle(`(${watch})(${look}, ${JSON.stringify(arg)})`);
  return () => out.evaluate((/** @type {any} */ { found }) => found);
}

/**
 * Looks out for an element, by its selector and what it reads.
 * @param {Page} page @param {string} css @param {string} [text]
 */
export const appears = (page, css, text = '') =>
  lookOut(
    page,
    ([one, wanted]) =>
      [...document.querySelectorAll(one)].some((shown) =>
        shown.textContent?.replace(/\s+/g, ' ').includes(wanted),
      ),
    [css, text],
  );

/** Does it, in the page. @param {(arg: any) => unknown} look @param {unknown} arg */
function watch(look, arg) {
  const found = new Promise((done) => {
    const changes = new MutationObserver(() => tell());
    const tell = () => {
      const result = look(arg);
      if (!result) return;
      changes.disconnect();
      done(result);
    };
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    changes.observe(document, all);
    tell();
  });
  return { found };
}

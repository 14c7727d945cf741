// Hands a link over: to the share sheet on a phone, to the clipboard elsewhere. Both may be refused; then the
// person copies the link, which is shown as well.

/** @typedef {'shared' | 'copied' | null} Handed */

/** How the link of a room was handed over when it was opened, by code. @type {Map<string, Handed>} */
const handed = new Map();

/** `true` where links go to the share sheet: on phones and tablets that have one. */
export const sharing = () => 'share' in navigator && matchMedia('(pointer: coarse)').matches;

/** @param {string} url @param {string} text @returns {Promise<Handed>} */
export async function handOver(url, text) {
  try {
    if (!sharing()) return await navigator.clipboard.writeText(url).then(() => 'copied');
    return await navigator.share({ text, url }).then(() => 'shared');
  } catch {
    return null;
  }
}

/** Hands over the link of a room that was just opened. @param {string} code @param {string} url @param {string} text */
export async function handOverRoom(code, url, text) {
  handed.set(code, await handOver(url, text));
}

/** @param {string} code */
export const handedOver = (code) => handed.get(code) ?? null;

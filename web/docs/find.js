// The search of the documents: which sections have all the words that are asked for, the best first.

/** @typedef {[page: string, address: string, title: string, words: string]} Section */

/** The length of what is shown around the first word found, in characters. */
const SNIPPET = 140;

/** Returns the text around the first of the words. @param {string} text @param {string[]} words */
function snippet(text, words) {
  const low = text.toLowerCase();
  const places = words.map((word) => low.indexOf(word)).filter((at) => at >= 0);
  const from = Math.max(0, Math.min(...places, text.length) - SNIPPET / 3);
  const start = places.length === 0 || from === 0 ? 0 : text.indexOf(' ', from) + 1;
  const cut = text.slice(start, start + SNIPPET);
  return `${start > 0 ? '… ' : ''}${cut}${start + SNIPPET < text.length ? ' …' : ''}`;
}

/** How well a section fits; 0 if it does not. @param {Section} section @param {string[]} words */
function score([page, , title, text], words) {
  const [inTitle, inPage, inText] = [title, page, text].map((part) => part.toLowerCase());
  let sum = 0;
  for (const word of words) {
    const whole = inTitle.split(/[^a-z0-9_]+/).includes(word);
    const found = whole ? 8 : inTitle.includes(word) ? 5 : inPage.includes(word) ? 2 : 0;
    const below = inText.includes(word) ? 1 : 0;
    if (found + below === 0) return 0;
    sum += found + below;
  }
  return sum + (inTitle === words.join(' ') ? 20 : 0);
}

/**
 * Returns the sections that have all words of what is asked, the best first.
 * @param {Section[]} sections @param {string} asked
 */
export function found(sections, asked) {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  return sections
    .map((section, place) => ({ section, place, score: score(section, words) }))
    .filter((one) => one.score > 0)
    .sort((a, b) => b.score - a.score || a.place - b.place)
    .map(({ section: [page, address, title, text] }) => ({
      page,
      address,
      title,
      snippet: snippet(text, words),
    }));
}

// What this browser remembers, for good or for as long as a tab lasts; where it refuses, as one does whose
// storage is full or denied, everything works until the page is closed.

/** The values that the browser has refused: they are newer than what it holds. @type {Map<string, string>} */
const refused = new Map();

/** @param {() => Storage} store @param {string} key @returns {string | null} */
function readFrom(store, key) {
  try {
    return refused.get(key) ?? store().getItem(key);
  } catch {
    return null;
  }
}

/** @param {() => Storage} store @param {string} key @param {string} value */
function writeTo(store, key, value) {
  try {
    store().setItem(key, value);
    refused.delete(key);
  } catch {
    refused.set(key, value);
  }
}

/** @param {() => Storage} store @param {string} key */
function removeFrom(store, key) {
  refused.delete(key);
  try {
    store().removeItem(key);
  } catch {
    // Nothing was kept there.
  }
}

/** The getters themselves throw where storage is denied. */
const forGood = () => localStorage;
const forTab = () => sessionStorage;

/** Reads what this browser remembers. @param {string} key */
export const read = (key) => readFrom(forGood, key);

/** Remembers something for good. @param {string} key @param {string} value */
export const write = (key, value) => writeTo(forGood, key, value);

/** Reads what this tab alone remembers. @param {string} key */
export const readHere = (key) => readFrom(forTab, key);

/** Remembers something for as long as the tab lasts, or forgets it (null). @param {string} key @param {string | null} value */
export function writeHere(key, value) {
  if (value === null) removeFrom(forTab, key);
  else writeTo(forTab, key, value);
}

/** Forgets all under a prefix but these. @param {string} prefix @param {ReadonlySet<string>} kept what follows the prefix */
export function prune(prefix, kept) {
  const stored = keysOf(forGood);
  for (const key of [...stored, ...refused.keys()])
    if (key.startsWith(prefix) && !kept.has(key.slice(prefix.length))) removeFrom(forGood, key);
}

/** @param {() => Storage} store @returns {string[]} */
function keysOf(store) {
  try {
    const all = store();
    return Array.from({ length: all.length }, (_, at) => all.key(at) ?? '');
  } catch {
    return [];
  }
}

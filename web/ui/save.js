// Saves something as a file of this device.

/** Time for which a browser may still fetch what is being saved, in milliseconds. */
const FETCHED_MS = 60_000;

/** Saves something. @param {Blob} contents @param {string} name of the file */
export function saveAs(contents, name) {
  const address = URL.createObjectURL(contents);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), FETCHED_MS);
}

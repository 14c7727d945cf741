/**
 * Bytes as hexadecimal text, in the only spelling that the scheme knows: lower case.
 */

const DIGITS_32 = /^[0-9a-f]{64}$/;

/**
 * Returns bytes as digits.
 *
 * @param {Uint8Array} bytes
 * @returns {string}
 */
export function encode(bytes) {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

/**
 * Decodes 32 bytes from their only valid spelling; null for any other text.
 *
 * @param {string} text
 * @returns {Uint8Array | null}
 */
export function decode32(text) {
  return DIGITS_32.test(text) ? decode(text) : null;
}

/**
 * Decodes a text that is known to be pairs of digits.
 *
 * @param {string} text
 * @returns {Uint8Array}
 */
export function decode(text) {
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at += 1) {
    bytes[at] = Number.parseInt(text.slice(2 * at, 2 * at + 2), 16);
  }
  return bytes;
}

/** The types of what is used of `sha2.js`. */

/** A hash function on its way through a message. */
export interface Hash {
  update(bytes: Uint8Array): this;
  digest(): Uint8Array;
  clone(): Hash;
}

export declare const sha256: {
  (message: Uint8Array): Uint8Array;
  create(): Hash;
};

/** The types of what is used of `hmac.js`. */

import type { Hash } from "./sha2.js";

export declare const hmac: {
  create(hash: { create(): Hash }, key: Uint8Array): Hash;
};

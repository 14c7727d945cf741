// What is kept of deals, in files: for Node and Deno.

import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import type { Store } from '../../../web/proof/evidence.js';

const END = '.txt';

/**
 * Returns a store whose entries are files of a folder, which is made if it is missing. What is set is on the disk
 * before `setItem` returns, so that a program which is started again goes on with the same entropy; nobody else may
 * read it. The files serve every program that checks records.
 */
export function fileStore(folder: string): Store {
  mkdirSync(folder, { recursive: true });
  const path = (name: string) => join(folder, `${name.replace(/[^\w.-]/g, '_')}${END}`);
  const names = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith(END))
      .sort();
  return {
    get length() {
      return names().length;
    },
    key: (index) => names()[index]?.slice(0, -END.length) ?? null,
    getItem: (name) => (existsSync(path(name)) ? readFileSync(path(name), 'utf8') : null),
    setItem(name, value) {
      const whole = `${path(name)}.new`;
      const file = openSync(whole, 'w', 0o600);
      try {
        writeFileSync(file, value);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      renameSync(whole, path(name));
    },
    removeItem: (name) => rmSync(path(name), { force: true }),
  };
}

// What is remembered of this browser's person, as far as the first page needs it: the name, and whether there are
// seats to go on with.

import { read, write } from './storage.js';

/** Where the seats are kept. */
export const SEATS = 'entente/seats';
const NAME = 'entente/name';

export const personName = () => read(NAME) ?? '';

/** @param {string} name */
export const rememberName = (name) => write(NAME, name);

/** Checks whether a seat may be held. */
export const hasSeats = () => (read(SEATS) ?? '[]') !== '[]';

// The server's HTTP API. Each function resolves to parsed JSON or throws a `Problem`.

import { answerTo, bodyOf, jsonFrom } from './request.js';
import { apiUrl } from './root.js';

export { Problem } from './request.js';

/** @import * as Wire from '../types/protocol.js' */

/**
 * @param {string} path
 * @param {import('./request.js').How & {query?: Record<string, string>}} [how]
 */
function ask(path, { query, ...how } = {}) {
  const url = apiUrl(path);
  for (const [key, value] of Object.entries(query ?? {})) url.searchParams.set(key, value);
  return jsonFrom(url, how);
}

/** Requests something that is no JSON. @param {string} path */
const answer = (path) => answerTo(apiUrl(path));

/** @param {string} code */
const room = (code) => `rooms/${encodeURIComponent(code)}`;

/** @returns {Promise<Wire.GameInfo[]>} */
export const games = async () => (await ask('games')).games;

/** @returns {Promise<Wire.Room[]>} the rooms that are listed publicly */
export const listedRooms = async () => (await ask('rooms')).rooms;

/** @param {Wire.CreateRoom} wanted @returns {Promise<Wire.Seated>} */
export const createRoom = (wanted) => ask('rooms', { method: 'POST', body: wanted });

/** @param {string} code @returns {Promise<Wire.Room>} */
export const lookAtRoom = (code) => ask(room(code));

/**
 * Has a seat's notices sent to this browser too.
 * @param {string} code @param {number} seat @param {string} token @param {Wire.AddDevice} device
 * @returns {Promise<Wire.Notify>}
 */
export const addDevice = (code, seat, token, device) =>
  ask(`${room(code)}/seats/${seat}/devices`, { method: 'POST', token, body: device });

/**
 * Has them sent there no longer.
 * @param {string} code @param {number} seat @param {string} token @param {string} id
 * @returns {Promise<Wire.Notify>}
 */
export const removeDevice = (code, seat, token, id) =>
  ask(`${room(code)}/seats/${seat}/devices/${id}`, { method: 'DELETE', token });

/** @param {string} code @param {Wire.TakeSeat} wanted @returns {Promise<Wire.Seated>} */
export const takeSeat = (code, wanted) =>
  ask(`${room(code)}/seats`, { method: 'POST', body: wanted });

/** @param {string} code @param {number} seat @param {string} token */
export const freeSeat = (code, seat, token) =>
  ask(`${room(code)}/seats/${seat}`, { method: 'DELETE', token });

/**
 * @param {string} code @param {number} seat @param {string} token
 * @param {Wire.BotLevel | null} level null leaves it to the server
 */
export const addBot = (code, seat, token, level) =>
  ask(`${room(code)}/seats/${seat}/bot`, { method: 'POST', body: level ? { level } : {}, token });

/** Has bots take all free seats. @param {Wire.Seated} seated @param {Wire.BotLevel | null} level */
export async function seatBots({ room, token }, level) {
  for (const { seat, name } of room.seats) {
    if (name === null) await addBot(room.code, seat, token, level);
  }
}

/** Draws a token for a seat's coach. @param {string} code @param {number} seat @param {string} token @returns {Promise<Wire.NewCoach>} */
export const newCoach = (code, seat, token) =>
  ask(`${room(code)}/seats/${seat}/coach`, { method: 'POST', token });

/** @param {string} code @param {string} token @returns {Promise<Wire.Seated>} */
export const rematch = (code, token) => ask(`${room(code)}/rematch`, { method: 'POST', token });

/**
 * Opens a room whose match goes on from an entry of one that is over.
 * @param {string} code @param {Wire.OpenPractice} wanted @returns {Promise<Wire.Seated>}
 */
export const openPractice = (code, wanted) =>
  ask(`${room(code)}/practice`, { method: 'POST', body: wanted });

/** @param {string} code @param {number} seat @param {string} token @returns {Promise<Wire.Notify>} */
export const notices = (code, seat, token) => ask(`${room(code)}/seats/${seat}/notify`, { token });

/**
 * @param {string} code @param {number} seat @param {string} token
 * @param {Wire.SetNotify} wanted an object without fields removes it
 * @returns {Promise<Wire.Notify>}
 */
export const setNotices = (code, seat, token, wanted) =>
  ask(`${room(code)}/seats/${seat}/notify`, { method: 'PUT', body: wanted, token });

/** Returns the bytes that were sent, where their digest counts. @param {string} path */
const bytes = async (path) => new Uint8Array(await bodyOf((await answer(path)).arrayBuffer()));

/** Returns the record as it was sent, because the check runs on its exact bytes. @param {string} code */
export const record = (code) => bytes(`${room(code)}/record`);

/** @param {string} game @returns {Promise<Wire.Reference>} its rules in words */
export const rules = (game) => ask(`rules/${encodeURIComponent(game)}`);

/** @returns {Promise<Wire.LessonInfo[]>} the lessons of all games, in the order of learning */
export const lessons = async () => (await ask('lessons')).lessons;

/** @returns {Promise<Wire.Puzzles>} the puzzles of all games, and that of the day */
export const puzzles = () => ask('puzzles');

/** Opens a room in which a lesson or a puzzle is given. @param {string} game @param {string} lesson @param {Wire.OpenLesson} wanted @returns {Promise<Wire.Seated>} */
export const openLesson = (game, lesson, wanted) =>
  ask(`lessons/${encodeURIComponent(game)}/${encodeURIComponent(lesson)}`, {
    method: 'POST',
    body: wanted,
  });

/** @returns {Promise<string>} the licence texts of everything that the server serves or links */
export const licences = async () => bodyOf((await answer('licences')).text());

/**
 * Returns one page of a replay.
 * @param {string} code @param {number | 'public'} view @param {number} from @param {AbortSignal} [signal]
 * @returns {Promise<{updates: Wire.Update[], next: number | null}>}
 */
export const replayPage = (code, view, from, signal) =>
  ask(`${room(code)}/replay`, { query: { view: String(view), from: String(from) }, signal });

/**
 * Returns the analysis of a match that is over, or how far the server is with it.
 * @param {string} code @returns {Promise<any>}
 */
export const analysis = (code) => ask(`${room(code)}/analysis`);

/**
 * Returns component data as the bytes that were sent, because their digest identifies them.
 * @param {string} digest
 */
export const componentData = (digest) => bytes(`data/${digest}`);

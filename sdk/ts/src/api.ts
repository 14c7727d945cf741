// The HTTP side of a server: games, rooms, seats, and what is published after the end.

import { backoff } from '../../../web/core/backoff.js';
import { Problem, answerTo, bodyOf, jsonFrom } from '../../../web/core/request.js';
import type { How } from '../../../web/core/request.js';
import { encode } from '../../../web/proof/hex.js';
import type * as Wire from '../../../web/types/protocol.js';
import { sha256 } from '../../../web/vendor/noble-hashes/sha2.js';
import { apiUrl, serverUrl } from './address.ts';
import { WrongData } from './errors.ts';

/** The most attempts at a request that the server, or the network, did not take. */
const ATTEMPTS = 6;
/** The most time for an answer, and for one that may be long, in milliseconds. */
const TIMEOUT_MS = 30_000;
const LONG_TIMEOUT_MS = 300_000;
/** Refusals after which nothing has changed and the same request helps later. */
const AGAIN = ['busy', 'too_many_requests', 'storage_unavailable', 'draining'];

/**
 * What a program says about itself when it takes a seat: how to reach its author, in at most 100 characters. Only for
 * servers with the feature `programs`.
 */
export interface Programmed {
  program?: { contact: string } | null;
}

/** Returns after so many milliseconds. */
export const after = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/**
 * Requests to one server. Each throws a `Problem` with the server's code, or `unreachable`. A refusal that passes
 * by itself is waited for and the request sent again, six times at most; so is a reading request that got no
 * answer. A request that changes something is not sent again after the network failed: it may have arrived.
 */
export class Api {
  readonly server: string;

  constructor(server: string) {
    this.server = serverUrl(server).href;
  }

  /** Returns the games with their seats, options and levels of bots. */
  games(): Promise<Wire.Games> {
    return this.#json('games');
  }

  /** Returns the names of what this server can do beyond what every server of version 1 can. */
  async features(): Promise<ReadonlySet<string>> {
    const { features = [] } = (await this.games()) as { features?: string[] };
    return new Set(features);
  }

  /** Returns the rooms that are listed and wait for players or may be watched. */
  rooms(): Promise<Wire.Rooms> {
    return this.#json('rooms');
  }

  /** Returns a room. */
  room(code: string): Promise<Wire.Room> {
    return this.#json(`rooms/${code}`);
  }

  /** Opens a room; returns it with the creator's seat and token. */
  create(wanted: Wire.CreateRoom & Programmed): Promise<Wire.Seated> {
    return this.#json('rooms', { method: 'POST', body: wanted });
  }

  /** Takes a free seat of a room; returns it with its token. */
  join(code: string, wanted: Wire.TakeSeat & Programmed): Promise<Wire.Seated> {
    return this.#json(`rooms/${code}/seats`, { method: 'POST', body: wanted });
  }

  /** Has the server play for a free seat; by the host, in the lobby. */
  addBot(code: string, seat: number, token: string, level?: Wire.BotLevel): Promise<Wire.Room> {
    return this.#json(`rooms/${code}/seats/${seat}/bot`, {
      method: 'POST',
      body: level ? { level } : {},
      token,
    });
  }

  /** Returns the programs that have announced themselves, all or those that play a game. */
  async programs(game?: string): Promise<Wire.ProgramInfo[]> {
    const found: Wire.ProgramInfo[] = [];
    for (let next: string | null = ''; next !== null;) {
      const query = new URLSearchParams({ ...(game ? { game } : {}), ...(next ? { after: next } : {}) });
      const page: Wire.Programs = await this.#json(`programs?${query}`);
      found.push(...page.programs);
      next = page.next ?? null;
    }
    return found;
  }

  /** Announces a program for hosts to seat, for as long as it asks for its seats. */
  announce(program: Wire.AnnounceProgram): Promise<Wire.AnnouncedProgram> {
    return this.#json('programs', { method: 'POST', body: program });
  }

  /** Returns the seats that a program was given after this number and has not connected to; waits for one. */
  async givenSeats(program: string, token: string, known: number, waitMs: number): Promise<Wire.GivenSeat[]> {
    const path = `programs/${program}/seats?after=${known}&wait_ms=${waitMs}`;
    const { seats }: Wire.GivenSeats = await this.#json(path, { token });
    return seats;
  }

  /** Withdraws an announcement; seats that the program has stay its. */
  async withdraw(program: string, token: string): Promise<void> {
    await this.#json(`programs/${program}`, { method: 'DELETE', token });
  }

  /** Gives a free seat to an announced program; by the host, in the lobby. */
  addProgram(code: string, seat: number, token: string, program: string): Promise<Wire.Room> {
    const path = `rooms/${code}/seats/${seat}/program`;
    return this.#json(path, { method: 'POST', body: { program }, token });
  }

  /** Leaves a seat, or frees it as the host; in the lobby. */
  async leave(code: string, seat: number, token: string): Promise<void> {
    await this.#json(`rooms/${code}/seats/${seat}`, { method: 'DELETE', token });
  }

  /** Returns the seat in a new room with the same options, after the end. */
  rematch(code: string, token: string): Promise<Wire.Seated> {
    return this.#json(`rooms/${code}/rematch`, { method: 'POST', token });
  }

  /** Has a seat's notices sent somewhere; an empty object to nobody. */
  setNotices(code: string, seat: number, token: string, wanted: Wire.SetNotify): Promise<Wire.Notify> {
    return this.#json(`rooms/${code}/seats/${seat}/notify`, { method: 'PUT', body: wanted, token });
  }

  /** Returns the record of a match that is over, as its bytes arrived: a check needs these. */
  async record(code: string): Promise<Uint8Array> {
    return this.#bytes(`rooms/${code}/record`);
  }

  /** Returns all updates of a match that is over, as spectators (`public`) or a seat were shown them. */
  async replay(code: string, view: number | 'public' = 'public'): Promise<Wire.Update[]> {
    const updates: Wire.Update[] = [];
    for (let from: number | null = 0; from !== null;) {
      const page: { updates: Wire.Update[]; next?: number | null } = await this.#json(
        `rooms/${code}/replay?view=${view}&from=${from}`,
      );
      updates.push(...page.updates);
      from = page.next ?? null;
    }
    return updates;
  }

  /** Returns the component data of a match. @throws WrongData if what came does not have the digest */
  async data(digest: string): Promise<any> {
    const bytes = await this.#bytes(`data/${digest}`);
    if (encode(sha256(bytes)) !== digest) {
      throw new WrongData('the component data are not those that the room is bound to');
    }
    return JSON.parse(new TextDecoder().decode(bytes));
  }

  #json(path: string, how: How = {}): Promise<any> {
    const reads = (how.method ?? 'GET') === 'GET';
    const url = apiUrl(this.server, path);
    return this.#patient(() => jsonFrom(url, { ...how, signal: AbortSignal.timeout(TIMEOUT_MS) }), reads);
  }

  #bytes(path: string): Promise<Uint8Array> {
    const url = apiUrl(this.server, path);
    return this.#patient(async () => {
      const response = await answerTo(url, { signal: AbortSignal.timeout(LONG_TIMEOUT_MS) });
      return new Uint8Array(await bodyOf(response.arrayBuffer()));
    }, true);
  }

  async #patient<T>(work: () => Promise<T>, reads: boolean): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (problem) {
        if (!(problem instanceof Problem) || attempt === ATTEMPTS) throw problem;
        const passes = AGAIN.includes(problem.code) || (reads && problem.code === 'unreachable');
        if (!passes) throw problem;
        await after(backoff(attempt, problem.retryAfterMs, Math.random()));
      }
    }
  }
}

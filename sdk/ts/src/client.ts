// One room and its match, as one viewer sees them: the state, and everything that may be sent. The state is
// the web client's session; this is its face for programs.

import { Session } from '../../../web/core/session.js';
import type { Answer } from '../../../web/core/session.js';
import { backoff } from '../../../web/core/backoff.js';
import type { Store } from '../../../web/proof/evidence.js';
import type * as Wire from '../../../web/types/protocol.js';
import { socketUrl } from './address.ts';
import { after, Api } from './api.ts';
import {
  ConnectionEnded,
  Distrusted,
  EntenteError,
  NotAdmitted,
  Problem,
  RecordRefused,
  Rejected,
} from './errors.ts';
import type { GameOf } from './games.ts';
import { Offers } from './offers.ts';
import { checkRecord } from './record.ts';
import type { Report } from './record.ts';

export type { Store };

/** The most attempts to fetch the record of a match that has just ended. */
const RECORD_ATTEMPTS = 5;
/** The time after which a connection that cannot be made is given up, in milliseconds. */
const GIVE_UP_MS = 120_000;

/** A seat, and how it is connected. */
export interface ClientOptions {
  /** The token of the seat; without one this is a spectator. */
  token?: string | null;
  /** `false` for a seat that brings no entropy to the deal. */
  entropy?: boolean;
  /** Where this part in the deal is kept: `localStorage` in a page, `fileStore(folder)` of `@entente/client/node`. */
  store?: Store | null;
  /** The time after which a connection that cannot be made is given up, in milliseconds; 0 is never. */
  giveUpMs?: number;
  /** The class of sockets, where the platform has none (Node 20: that of the package `ws`). */
  WebSocket?: typeof WebSocket;
}

/**
 * A seat of a room, or without a token a spectator. Its attributes are complete after each message. Fires `change`
 * after anything has changed. `Rejected` is thrown by what the server refuses, `ConnectionEnded` once the
 * connection cannot come back.
 */
export class Client<G extends string = string> extends EventTarget {
  readonly #session: Session;
  readonly #entropy: boolean;
  readonly #giveUpMs: number;
  readonly #ended: Promise<never>;
  #end: ConnectionEnded | null = null;
  #fail!: (error: ConnectionEnded) => void;
  #line: Promise<unknown> = Promise.resolve();
  #view: Wire.Update | null = null;
  #arrived = 0;
  #losses = 0;
  #online = false;
  #wantsReady = false;
  #saidReady: string | null = null;
  #givesUp: ReturnType<typeof setTimeout> | undefined;

  private constructor(
    readonly server: string,
    readonly code: string,
    { token = null, entropy = true, store = null, giveUpMs = GIVE_UP_MS, WebSocket }: ClientOptions,
  ) {
    super();
    const Socket = WebSocket ?? globalThis.WebSocket;
    if (!Socket) {
      throw new EntenteError(
        'this platform has no WebSocket: start Node 20 with --experimental-websocket, or give one in the options',
      );
    }
    this.#entropy = entropy;
    this.#giveUpMs = giveUpMs;
    this.#ended = new Promise((_, fail) => (this.#fail = fail));
    // Nobody may be waiting when it ends.
    this.#ended.catch(() => {});
    this.#session = new Session(code, token, { address: socketUrl(server, code), store, Socket });
    this.#session.addEventListener('change', () => this.#changed());
    this.#changed();
  }

  /**
   * Connects, and resolves once the server has said who this client is.
   * @throws ConnectionEnded
   */
  static async connect<G extends string = string>(
    server: string,
    code: string,
    options: ClientOptions = {},
  ): Promise<Client<G>> {
    const client = new Client<G>(server, code, options);
    try {
      await client.when(() => client.room !== null);
    } catch (error) {
      client.close();
      throw error;
    }
    return client;
  }

  /** Leaves the room's socket; the seat is kept. */
  close(): void {
    this.#finish(new ConnectionEnded('closed', 'by this program'));
  }

  [Symbol.dispose ?? Symbol.for('Symbol.dispose')](): void {
    this.close();
  }

  /** The seat that is held; null for a spectator. */
  get seat(): number | null {
    return this.#session.seat;
  }

  /** The room now. */
  get room(): Wire.Room | null {
    return this.#session.room;
  }

  /** The newest update, with the views of this game. */
  get update(): (Omit<Wire.Update, 'public' | 'private'> & Pick<GameOf<G>, 'public' | 'private'>) | null {
    return this.#session.view as never;
  }

  /** What this seat may do now. */
  get offers(): Offers<GameOf<G>['command']> {
    return new Offers(this.#session.view?.offers ?? []);
  }

  /** The number of the question that is open for this seat; null if nothing is asked. */
  get decision(): number | null {
    return this.#session.view?.decision ?? null;
  }

  /** What has happened, oldest first; the newest 2,000. */
  get events(): GameOf<G>['event'][] {
    return this.#session.events;
  }

  /** The lines of chat, oldest first; the newest 500. */
  get chat(): Wire.ChatLine[] {
    return this.#session.chat;
  }

  /** The limits in force at this server. */
  get limits(): Wire.Limits | null {
    return this.#session.limits;
  }

  /** `true` after the end, or if the room was given up. */
  get over(): boolean {
    return this.#session.view?.outcome != null || this.room?.state === 'abandoned';
  }

  /** The number of updates that have arrived, to tell whether there is a newer one. */
  get arrived(): number {
    return this.#arrived;
  }

  /** The number of sockets that were lost and made again. */
  get losses(): number {
    return this.#losses;
  }

  /** `true` if the server was restored from older data while this client was connected. */
  get rolledBack(): boolean {
    return this.#session.rolledBack;
  }

  /** The number of times that it was restored. */
  get restores(): number {
    return this.#session.restores;
  }

  /** What an honest server would not have done, in the words of docs/FAIRNESS.md; `past` is a changed head. */
  get suspicions(): string[] {
    return this.#session.deal.suspicions.filter((word) => !['distrust', 'lost', 'missed'].includes(word));
  }

  /** `true` if the server contradicted itself about the deal: nothing is revealed any more. */
  get distrusted(): boolean {
    return this.#session.deal.suspicions.includes('distrust');
  }

  /** `true` if this seat is bound to entropy that this program does not have. */
  get entropyLost(): boolean {
    return this.#session.deal.suspicions.includes('lost');
  }

  /** What was kept of the deal, as every verifier reads it. */
  get kept(): string {
    return this.#session.deal.evidence?.text ?? '';
  }

  /** Resolves once something holds of this client. @throws ConnectionEnded */
  when(holds: () => boolean): Promise<void> {
    return new Promise((done, fail) => {
      const look = () => {
        if (!holds() && !this.#end) return;
        this.removeEventListener('change', look);
        if (holds()) done();
        else fail(this.#end);
      };
      this.addEventListener('change', look);
      look();
    });
  }

  /**
   * Yields the newest update whenever there is one, until the end of the match. An update is always complete:
   * those that came while the caller was busy are passed over.
   */
  async *updates(): AsyncGenerator<NonNullable<Client<G>['update']>> {
    for (let seen = 0; ;) {
      await this.when(() => this.#arrived > seen || this.over);
      if (this.#arrived === seen) return;
      seen = this.#arrived;
      yield this.update!;
    }
  }

  /**
   * Says that this seat is ready, again whenever that is forgotten, until the match begins.
   * @throws Distrusted
   * @throws Rejected as the server would, if the room requires entropy and this seat is to bring none
   */
  ready(): void {
    if (!this.#entropy && this.room?.entropy === 'required') {
      throw new Rejected('entropy_required', 'this room requires entropy from everybody');
    }
    if (this.distrusted && this.#entropy) throw new Distrusted(this.suspicions);
    this.#wantsReady = true;
    this.#attend();
  }

  /**
   * Sends a command of the game; resolves to the number of its entry in the log. One is in flight at a time:
   * others wait. With `decision` it is sent only while that question is open.
   * @throws Rejected; then look at the newest update and do not send the same again
   */
  command(command: GameOf<G>['command'], decision?: number): Promise<number> {
    const sent = this.#line.then(() => {
      if (this.decision === null) throw new NotAdmitted('nothing is asked of this seat');
      if (decision !== undefined && decision !== this.decision) {
        throw new Rejected('stale', 'the question is not open any more');
      }
      return this.#answered(this.#session.command(command));
    });
    this.#line = sent.catch(() => {});
    return sent;
  }

  /** Takes entries back. Waits for the others if they must agree. */
  undo(to: number): Promise<number> {
    return this.#answered(this.#session.undo(to));
  }

  /** Stops the clock if the others agree, or lets it go on. */
  pause(want: boolean): Promise<number> {
    return this.#answered(this.#session.pause(want));
  }

  /** Answers another seat's request, or with `false` withdraws one's own. */
  async consent(request: string, agree = true): Promise<void> {
    await this.#answered(this.#session.consent(request, agree));
  }

  /** Gives the match up. */
  resign(): Promise<number> {
    return this.#answered(this.#session.resign());
  }

  /** Ends a match whose awaited opponent has been away for long enough. */
  claim(outcome: 'win' | 'abandoned'): Promise<number> {
    return this.#answered(this.#session.claim(outcome));
  }

  /** Resolves to what the server's mind would do, and why. */
  async hint(): Promise<Wire.Hint> {
    return (await this.#answer(this.#session.hint())).hint!;
  }

  /** Resolves to what a command would change. */
  async preview(command: GameOf<G>['command']): Promise<Wire.Preview> {
    return (await this.#answer(this.#session.preview(command))).preview!;
  }

  /** Sends a line of chat; `false` if there is no connection now. */
  say(text: string): boolean {
    return this.#session.sendChat(text);
  }

  /**
   * Fetches the record of the match and checks it against what was kept; null if the room has said from the
   * beginning that nothing proves the deal (practice and lessons).
   * @throws RecordRefused if it does not hold or, as `withheld`, is not given; `Problem` if the match is not over
   */
  async checkRecord(): Promise<Report | null> {
    if (!this.room || this.#session.deal.unproven) return null;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const record = await new Api(this.server).record(this.code);
        return checkRecord(record, { kept: this.kept, room: this.room.id });
      } catch (problem) {
        // The room may learn of its own end a moment after we did.
        const soon = problem instanceof Problem && problem.code === 'not_over' && this.over;
        if (problem instanceof Problem && !problem.passes) {
          throw new RecordRefused('withheld', '', `the server does not give it: ${problem.message}`);
        }
        if (!soon || attempt === RECORD_ATTEMPTS) throw problem;
      }
      await after(backoff(attempt, null, Math.random()));
    }
  }

  async #answered(answer: Promise<Answer>): Promise<number> {
    return (await this.#answer(answer)).seq;
  }

  async #answer(answer: Promise<Answer>): Promise<Answer & { ok: true }> {
    if (this.#end) throw this.#end;
    const found = await Promise.race([answer, this.#ended]);
    if (!found.ok) throw new Rejected(found.code, found.detail, found.rule, found.wait ?? null);
    return found;
  }

  #changed(): void {
    const { connection, view } = this.#session;
    if (view !== this.#view) {
      this.#view = view;
      this.#arrived += 1;
    }
    if (connection.state === 'online') {
      this.#online = true;
      clearTimeout(this.#givesUp);
      this.#givesUp = undefined;
    } else {
      this.#offline(connection);
    }
    this.#attend();
    this.dispatchEvent(new Event('change'));
  }

  #offline(connection: Session['connection']): void {
    // What was said may not have arrived.
    this.#saidReady = null;
    // This may be any change while it waits, or another attempt that failed.
    if (connection.state === 'waiting' && this.#online) this.#losses += 1;
    this.#online = false;
    if (connection.state === 'ended')
      return this.#finish(new ConnectionEnded(connection.code, connection.detail));
    if (this.#giveUpMs === 0 || this.#end) return;
    this.#givesUp ??= setTimeout(
      () => this.#finish(new ConnectionEnded('unreachable', `no connection for ${this.#giveUpMs} ms`)),
      this.#giveUpMs,
    );
  }

  /** Says `ready` where it is wanted and not known yet: once for each lobby as it stands. */
  #attend(): void {
    const { room, seat, connection } = this.#session;
    if (!this.#wantsReady || !room || seat === null || connection.state !== 'online') return;
    if (this.distrusted && this.#entropy) return;
    const names = room.seats.map(({ name }) => name ?? null);
    const lobby = JSON.stringify([room.fairness.attempt, names]);
    if (room.state !== 'lobby' || names.includes(null) || room.seats[seat]?.ready) {
      // Whatever was said is known; if it is forgotten, it is said again.
      this.#saidReady = null;
    } else if (lobby !== this.#saidReady) {
      this.#saidReady = lobby;
      this.#session.ready(this.#entropy);
    }
  }

  #finish(end: ConnectionEnded): void {
    if (this.#end) return;
    this.#end = end;
    clearTimeout(this.#givesUp);
    this.#session.close();
    this.#fail(end);
    this.dispatchEvent(new Event('change'));
  }
}

// Everything that can go wrong, as errors. All but `Problem`, a refused HTTP request, derive from `EntenteError`.

export { Problem } from '../../../web/core/request.js';

/** The base of the errors of this package. */
export class EntenteError extends Error {
  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** The server refused a message; nothing changed. */
export class Rejected extends EntenteError {
  /**
   * `code` is for programs, `detail` for people, `rule` the rule that it rests on, and `retryAfterMs` the wait after
   * which trying again may help, in milliseconds.
   */
  constructor(
    readonly code: string,
    readonly detail: string,
    readonly rule?: string,
    readonly retryAfterMs: number | null = null,
  ) {
    super(`${code}: ${detail}`);
  }
}

/**
 * The connection ended for good: `replaced` (a newer connection has the seat), `token_unknown`,
 * `room_unknown`, `gallery_full`, `unfit`, `new_protocol`, `unreachable`, or `closed` by this program.
 */
export class ConnectionEnded extends EntenteError {
  constructor(
    readonly reason: string,
    readonly detail = '',
  ) {
    super(detail ? `${reason}: ${detail}` : reason);
  }
}

/** The server contradicted itself about the deal; nothing was revealed since. */
export class Distrusted extends EntenteError {
  /** `suspicions` are the words of docs/FAIRNESS.md, "What is kept". */
  constructor(readonly suspicions: readonly string[]) {
    super(
      `the server contradicted itself about the deal (${suspicions.join(', ')}); nothing was revealed since`,
    );
  }
}

/** The seat is bound to entropy that this program does not have: another one said `ready`. */
export class EntropyLost extends EntenteError {}

/** The record of a match does not hold. */
export class RecordRefused extends EntenteError {
  /** `fault` is a word of docs/FAIRNESS.md, "Check a record", `place` a JSON pointer into the record. */
  constructor(
    readonly fault: string,
    readonly place: string,
    readonly why: string,
  ) {
    super([fault, place, why].filter(Boolean).join(': '));
  }
}

/** A command fits none of the offers, or an offer cannot be filled in. */
export class NotAdmitted extends EntenteError {}

/** The component data are not those that the room is bound to. */
export class WrongData extends EntenteError {}

/** The room was given up before its match began. */
export class RoomClosed extends EntenteError {}

/** A bot threw, or chose what nothing admits; its seat is kept, nothing was sent. */
export class BotFailed extends EntenteError {
  constructor(
    why: string,
    readonly room: string,
    readonly seat: number,
    cause?: unknown,
  ) {
    super(`${why} (room ${room}, seat ${seat})`);
    if (cause !== undefined) this.cause = cause;
  }
}

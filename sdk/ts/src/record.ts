// The check of a match's record, without rules: the one that the web client runs.

import { verify } from '../../../web/proof/verify.js';
import { RecordRefused } from './errors.ts';

/** The result of a check: who brought entropy, the attempts, the result, and what a client had kept. */
export type Report = Extract<ReturnType<typeof verify>, { verdict: 'verified' }>['report'];

/**
 * Checks a record, as its bytes arrived, against what a client kept (the text of a file of kept facts) and the id
 * of the room that it must be of.
 * @throws RecordRefused with the first fault
 */
export function checkRecord(
  record: Uint8Array,
  { kept = '', room }: { kept?: string; room?: string } = {},
): Report {
  const found = verify(record, kept);
  if (found.verdict === 'refused') throw new RecordRefused(found.fault, found.pointer, found.why);
  if (room !== undefined && found.report.room !== room) {
    throw new RecordRefused('other_room', '/header/room', 'it is the record of another room');
  }
  return found.report;
}

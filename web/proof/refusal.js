/**
 * The refusal of a record: its first fault, where it is, and why.
 */

/**
 * A code for each fault, the same in all programs that check records.
 *
 * @typedef {"size" | "json" | "form" | "scheme" | "rules" | "room" | "hex" | "seats" | "attempts"
 *   | "server_commitment" | "secret_reused" | "seat_parts" | "seat_commitment" | "missing" | "entry"
 *   | "head" | "draw_order" | "draw_label" | "too_many_streams" | "draw_result" | "result"
 *   | "kept_server" | "kept_seat" | "kept_void" | "kept_attempt" | "kept_required" | "kept_data"
 *   | "kept_options" | "kept_unproven" | "kept_head"} Fault
 */

/** A record that fails the check. */
export class Refusal extends Error {
  /**
   * @param {Fault} fault
   * @param {string} pointer a JSON pointer; empty for the record as a whole
   * @param {string} why in words
   */
  constructor(fault, pointer, why) {
    super(pointer ? `${pointer}: ${why}` : why);
    this.name = 'Refusal';
    /** @type {Fault} */
    this.fault = fault;
    this.pointer = pointer;
  }
}

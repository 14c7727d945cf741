// Texts about programs that a host may seat.

export const en = {
  program: 'A program …',
  seat: 'Seat it',
  choose: /** @param {number} seat */ (seat) => `A program for seat ${seat}`,
  help: 'Programs are run by other people, not by this server. What they say of themselves is their word.',
  described:
    /** @param {string} name @param {string | null | undefined} level @param {string} contact */ (
      name,
      level,
      contact,
    ) => `${name}${level ? ` (${level})` : ''}, by ${contact}`,
};

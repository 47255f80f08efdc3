/** The name of deleted members; nobody else may use it. Stored in rows, so another name needs a migration. */
export const FORMER_MEMBER = 'Former member';

export const isReservedName = (name: string): boolean =>
  name.trim().replace(/\s+/gu, ' ').toLowerCase() === FORMER_MEMBER.toLowerCase();

/** The name of deleted members; nobody else may use it. */
export const FORMER_MEMBER = 'Former member';

export const isReservedName = (name: string): boolean =>
  name.trim().replace(/\s+/gu, ' ').toLowerCase() === FORMER_MEMBER.toLowerCase();

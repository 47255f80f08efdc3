/** Who was deleted is called this from then on; nobody else may be. */
export const FORMER_MEMBER = 'Former member';

export const isReservedName = (name: string): boolean =>
  name.trim().replace(/\s+/gu, ' ').toLowerCase() === FORMER_MEMBER.toLowerCase();

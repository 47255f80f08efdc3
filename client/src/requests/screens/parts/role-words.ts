/** A role's free seats in words. */
export function freeWords(free: number): string {
  if (free === 0) return 'No seat is free';
  return free === 1 ? '1 free seat' : `${free} free seats`;
}

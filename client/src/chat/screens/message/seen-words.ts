/** Says how many of the team's members have seen a message. */
export const seenWords = (seenBy: number, readers: number): string => {
  if (seenBy === 0) return 'Not seen yet';
  if (readers === 1) return 'Seen';
  return `Seen by ${seenBy} of ${readers}`;
};

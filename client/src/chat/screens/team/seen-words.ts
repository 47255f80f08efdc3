/** Says how many of the team's members have seen a message. */
export const seenWords = (seenBy: number, readers: number): string => {
  if (readers === 1) return seenBy === 1 ? 'Seen' : 'Not seen yet';
  return `Seen by ${seenBy} of ${readers}`;
};

const PREFIX = 'm:';

/** The room of a member's sockets, on all servers. */
export const memberRoom = (userId: number): string => `${PREFIX}${userId}`;

/** The member whose room this is; null for other rooms. */
export const memberOfRoom = (room: string): number | null =>
  room.startsWith(PREFIX) ? Number(room.slice(PREFIX.length)) : null;

import type { MemberSocket } from '../transport/io.js';

/** This server's sockets, by member. */
export interface SocketRegistry {
  /**
   * Reserves one of a member's `max` places for a socket that is about to open; false if none is left. The place becomes free again if the
   * connection closes before that.
   */
  admit(socket: MemberSocket, userId: number, max: number): boolean;
  add(socket: MemberSocket): void;
  remove(socket: MemberSocket): void;
  of(userId: number): Iterable<MemberSocket>;
  has(userId: number): boolean;
  all(): Iterable<MemberSocket>;
}

const none: ReadonlySet<MemberSocket> = new Set();

export function createSocketRegistry(): SocketRegistry {
  const byMember = new Map<number, Set<MemberSocket>>();
  /** Sockets that are admitted and not open yet, by member: several may be at once. */
  const admitted = new Map<number, Set<MemberSocket>>();
  const endAdmission = (socket: MemberSocket, userId: number) => {
    const memberSockets = admitted.get(userId);
    memberSockets?.delete(socket);
    if (memberSockets?.size === 0) admitted.delete(userId);
  };
  return {
    admit(socket, userId, max) {
      const opening = admitted.get(userId) ?? new Set();
      if ((byMember.get(userId)?.size ?? 0) + opening.size >= max) return false;
      admitted.set(userId, opening.add(socket));
      socket.conn.once('close', () => endAdmission(socket, userId));
      return true;
    },
    add(socket) {
      const { id } = socket.data.member;
      endAdmission(socket, id);
      const memberSockets = byMember.get(id);
      if (memberSockets) memberSockets.add(socket);
      else byMember.set(id, new Set([socket]));
    },
    remove(socket) {
      const { id } = socket.data.member;
      const memberSockets = byMember.get(id);
      memberSockets?.delete(socket);
      if (memberSockets?.size === 0) byMember.delete(id);
    },
    of: (userId) => byMember.get(userId) ?? none,
    has: (userId) => byMember.has(userId),
    *all() {
      for (const memberSockets of byMember.values()) yield* memberSockets;
    },
  };
}

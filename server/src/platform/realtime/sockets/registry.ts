import type { MemberSocket } from '../transport/io.js';

/** This server's sockets, by member. */
export interface SocketRegistry {
  add(socket: MemberSocket): void;
  remove(socket: MemberSocket): void;
  of(userId: number): Iterable<MemberSocket>;
  has(userId: number): boolean;
  countOf(userId: number): number;
  all(): Iterable<MemberSocket>;
}

const none: ReadonlySet<MemberSocket> = new Set();

export function createSocketRegistry(): SocketRegistry {
  const byMember = new Map<number, Set<MemberSocket>>();
  return {
    add(socket) {
      const { id } = socket.data.member;
      const own = byMember.get(id);
      if (own) own.add(socket);
      else byMember.set(id, new Set([socket]));
    },
    remove(socket) {
      const { id } = socket.data.member;
      const own = byMember.get(id);
      own?.delete(socket);
      if (own?.size === 0) byMember.delete(id);
    },
    of: (userId) => byMember.get(userId) ?? none,
    has: (userId) => byMember.has(userId),
    countOf: (userId) => byMember.get(userId)?.size ?? 0,
    *all() {
      for (const own of byMember.values()) yield* own;
    },
  };
}

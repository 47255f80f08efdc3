import type { ClientToServer, ServerToClient } from '@sangam/shared/contract/socket';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';

interface SocketMember {
  id: number;
  name: string;
  sessionId: string;
  expiresAtMs: number;
}
interface SocketData {
  member: SocketMember;
}

/** Events that servers tell each other through the adapter. */
interface BetweenServers {
  'sessions:ended': (sessionIds: string[]) => void;
  /** Some of what the others' members should have heard came late, after what is newer, or never left. */
  'pushes:late': () => void;
}

export type Io = Server<ClientToServer, ServerToClient, BetweenServers, SocketData>;
export type Device = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;

/** The sockets of this server, by member. */
export interface Devices {
  add(device: Device): void;
  remove(device: Device): void;
  of(userId: number): Iterable<Device>;
  has(userId: number): boolean;
  countOf(userId: number): number;
  all(): Iterable<Device>;
}

const none: ReadonlySet<Device> = new Set();

export function createDevices(): Devices {
  const byMember = new Map<number, Set<Device>>();
  return {
    add(device) {
      const { id } = device.data.member;
      const own = byMember.get(id);
      if (own) own.add(device);
      else byMember.set(id, new Set([device]));
    },
    remove(device) {
      const { id } = device.data.member;
      const own = byMember.get(id);
      own?.delete(device);
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

import type { ServerEvent } from '@sangam/shared/contract/socket';
import { PacketType } from 'socket.io-parser';
import { createLocalPush, type Push } from '../sockets/push.js';
import type { SocketRegistry } from '../sockets/registry.js';
import type { Io } from '../transport/io.js';
import { memberRoom } from './rooms.js';

/** The adapter's publication to other servers; by its types, only for subclasses. */
interface Publisher {
  publish(message: {
    type: typeof BROADCAST;
    data: {
      opts: { rooms: string[]; except: string[]; flags: object };
      packet: { type: PacketType; nsp: string; data: [event: ServerEvent, payload: unknown] };
    };
  }): void;
}
const BROADCAST = 3;

/**
 * Pushes to this server's sockets directly, and through the adapter to the servers where somebody is in the member's
 * room. A plain broadcast would write to this server's sockets frame by frame, bypassing batching.
 */
export function createClusterPush(io: Io, sockets: SocketRegistry): Push {
  const local = createLocalPush(sockets);
  const others = io.of('/').adapter as unknown as Publisher;

  const publish = (userIds: readonly number[], event: ServerEvent, payload: unknown) => {
    const packet = { type: PacketType.EVENT, nsp: '/', data: [event, payload] as [ServerEvent, unknown] };
    // One room at a time: what is for several rooms, the adapter sends to every server.
    for (const userId of new Set(userIds))
      others.publish({
        type: BROADCAST,
        data: { opts: { rooms: [memberRoom(userId)], except: [], flags: {} }, packet },
      });
  };
  return {
    jsonToMembers(userIds, event, json, except) {
      local.jsonToMembers(userIds, event, json, except);
      publish(userIds, event, JSON.parse(json));
    },
    toMembers(userIds, event, payload) {
      local.toMembers(userIds, event, payload);
      publish(userIds, event, payload);
    },
    mayReach: () => true,
  };
}

import type { ServerEvent } from '@sangam/shared/contract/socket';
import { PacketType } from 'socket.io-parser';
import { createLocalPush, type Push } from '../sockets/push.js';
import type { SocketRegistry } from '../sockets/registry.js';
import type { Io } from '../transport/io.js';
import { publishToRoom } from '../transport/library-internals.js';
import { memberRoom } from './rooms.js';

/**
 * Pushes to this server's sockets directly, and through the adapter to the servers where somebody is in the member's
 * room. A plain broadcast would write to this server's sockets frame by frame, bypassing batching.
 */
export function createClusterPush(io: Io, sockets: SocketRegistry): Push {
  const local = createLocalPush(sockets);

  const publish = (userIds: readonly number[], event: ServerEvent, payload: unknown) => {
    const packet = { type: PacketType.EVENT, nsp: '/', data: [event, payload] };
    // One room at a time: what is for several rooms, the adapter sends to every server.
    for (const userId of new Set(userIds)) publishToRoom(io, memberRoom(userId), packet);
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

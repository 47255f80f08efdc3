import type { ServerEvent, ServerPayload } from '@sangam/shared/contract/socket';
import { eventPacket, writePacket } from '../transport/packets.js';
import type { SocketRegistry } from './registry.js';

/** Sends an event to every socket of some members. */
export interface Push {
  toMembers<E extends ServerEvent>(userIds: readonly number[], event: E, payload: ServerPayload<E>): void;
  /** The same for serialized JSON. `except` is the id of the socket to leave out. */
  jsonToMembers(userIds: readonly number[], event: ServerEvent, json: string, except: string | null): void;
  /** Whether this member may have a socket anywhere. */
  mayReach(userId: number): boolean;
}

/** Pushes to this server's sockets: one packet text for all of them. */
export function createLocalPush(sockets: SocketRegistry): Push {
  const jsonToMembers: Push['jsonToMembers'] = (userIds, event, json, except) => {
    let packet = '';
    for (const userId of userIds)
      for (const socket of sockets.of(userId)) {
        if (socket.id === except) continue;
        packet ||= eventPacket(event, json);
        writePacket(socket, packet);
      }
  };
  return {
    jsonToMembers,
    toMembers: (userIds, event, payload) => jsonToMembers(userIds, event, JSON.stringify(payload), null),
    mayReach: (userId) => sockets.has(userId),
  };
}

import { type Broadcast, createBroadcast, writeToMembers } from '../sockets/broadcast.js';
import type { SocketRegistry } from '../sockets/registry.js';
import type { Peers } from './peers.js';

/** Writes to this server's sockets directly, and sends the same text to the servers that hold one of the members. */
export const createClusterBroadcast = (peers: Peers, sockets: SocketRegistry): Broadcast =>
  createBroadcast(
    (userIds, packet, except) => {
      writeToMembers(sockets, userIds, packet, except);
      peers.push(userIds, packet.text);
    },
    (userId) => sockets.has(userId) || peers.mayHold(userId),
  );

import { createPush, type Push, writeToMembers } from '../sockets/push.js';
import type { SocketRegistry } from '../sockets/registry.js';
import type { Peers } from './peers.js';

/** Writes to this server's sockets directly, and sends the same text to the servers that hold one of the members. */
export const createClusterPush = (peers: Peers, sockets: SocketRegistry): Push =>
  createPush(
    (userIds, packet, except) => {
      writeToMembers(sockets, userIds, packet, except);
      peers.push(userIds, packet.text);
    },
    (userId) => sockets.has(userId) || peers.mayHold(userId),
  );

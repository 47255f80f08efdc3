import { createPush, type Push, writeToMembers } from '../sockets/push.js';
import type { SocketRegistry } from '../sockets/registry.js';
import type { Cluster } from './adapter.js';

/**
 * Writes to this server's sockets directly, and publishes the same text for the servers where somebody is in the member's
 * room: they write it as it comes.
 */
export const createClusterPush = (cluster: Cluster, sockets: SocketRegistry): Push =>
  createPush(
    (userIds, packet, except) => {
      writeToMembers(sockets, userIds, packet, except);
      for (const userId of new Set(userIds)) cluster.publish(userId, packet);
    },
    () => true,
  );

import { withTimeout } from '../../../lib/with-timeout.js';
import type { Timings } from '../../../timings.js';
import type { Io } from '../transport/io.js';
import type { Cluster } from './adapter.js';
import { memberRoom } from './member-room.js';

/**
 * Subscribes a socket's member room before its client learns that it is connected. The client refreshes then, and a push
 * of another server between refresh and subscription would be lost to both. Without Redis the socket is admitted all the
 * same, and its client told to refresh once the room is subscribed.
 */
export function joinMemberRooms(io: Io, cluster: Cluster, timings: Timings['cluster']): void {
  io.use((socket, next) => {
    const room = memberRoom(socket.data.member.id);
    void socket.join(room);
    const subscribed = cluster.subscribed(room);
    const { id } = socket;
    withTimeout(subscribed, timings.subscribedWithinMs, 'Redis is late').then(
      () => next(),
      () => {
        next();
        void subscribed.then(() => {
          const admitted = io.sockets.sockets.get(id);
          if (admitted) cluster.outages.tell(admitted);
        });
      },
    );
  });
}

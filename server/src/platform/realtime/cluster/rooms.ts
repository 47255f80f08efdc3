import { withTimeout } from '../../lib/with-timeout.js';
import type { Timings } from '../../timings.js';
import type { Io } from '../transport/io.js';
import type { Cluster } from './adapter.js';
import { memberRoom } from './member-room.js';

/**
 * Has every server confirm that a member is here before the client learns that it is connected. The client refreshes then,
 * and a push of another server between refresh and confirmation would be lost to both. If one does not confirm in time, the
 * socket is admitted all the same, and its client told to refresh once all have confirmed or are gone.
 */
export function joinMemberRooms(io: Io, cluster: Cluster, timings: Timings['cluster']): void {
  io.use((socket, next) => {
    const { id } = socket;
    const { id: userId } = socket.data.member;
    void socket.join(memberRoom(userId));
    const confirmed = cluster.peers.confirmed(userId);
    const refreshAfter = (confirmation: Promise<unknown>) =>
      confirmation.then(() => {
        const admitted = io.sockets.sockets.get(id);
        // While pushes are paused, it is told when they come again.
        if (admitted && !cluster.outages.arePaused()) cluster.outages.tell(admitted);
      });
    if (confirmed.byLate) void refreshAfter(confirmed.byLate);
    withTimeout(confirmed.byPrompt, timings.confirmedWithinMs, 'A server is late').then(
      () => next(),
      () => {
        next();
        void refreshAfter(confirmed.byPrompt);
      },
    );
  });
}

import type { Logger } from 'pino';
import { repeat } from '../../platform/lib/timers.js';
import type { Watchers } from '../../platform/realtime/sockets/watchers.js';
import type { PresenceService } from './service.js';

/** Each round handles one viewer in 60. */
const ROUNDS = 60;

/**
 * Counts the strangers whom members of this server go on watching about once in each of the limit's windows, and ends the watch of those
 * beyond the limit (R3.7). Otherwise a member could keep a watch on every server, add others with each window, and so follow everyone.
 * Spread over the window: with 10,000 viewers at once, collecting whom they watch would delay everyone's messages by a fifth of a second.
 */
export function recountWatchedStrangers(deps: {
  watchers: Pick<Watchers, 'watchedBy' | 'unwatchLocally'>;
  presence: Pick<PresenceService, 'countStrangers'>;
  log: Logger;
  everyMs: number;
}): () => void {
  const { watchers, presence, log, everyMs } = deps;
  let round = 0;
  const recount = async () => {
    for (const [viewerId, userIds] of watchers.watchedBy((id) => id % ROUNDS === round)) {
      const beyond = await presence.countStrangers(viewerId, userIds);
      if (beyond) watchers.unwatchLocally(viewerId, [...beyond.ids]);
    }
    // Only now: a failed round runs again.
    round = (round + 1) % ROUNDS;
  };
  const stop = repeat(recount, {
    intervalMs: everyMs / ROUNDS,
    onError: (error) => log.warn({ err: error }, 'watched strangers could not be counted; trying again'),
  });
  return () => void stop();
}

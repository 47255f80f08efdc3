import type { Logger } from 'pino';
import { repeat } from '../../platform/lib/timers.js';
import type { Watchers } from '../../platform/realtime/sockets/watchers.js';
import type { PresenceService } from './service.js';

/**
 * Counts the strangers whom members of this server go on watching once in each of the limit's windows, and ends the watch of those beyond
 * the limit (R3.7). Otherwise a member could keep a watch on every server, add others with each window, and so follow everyone.
 */
export function recountWatchedStrangers(deps: {
  watchers: Pick<Watchers, 'watchedByViewer' | 'unwatchLocally'>;
  presence: Pick<PresenceService, 'countStrangers'>;
  log: Logger;
  everyMs: number;
}): () => void {
  const { watchers, presence, log, everyMs } = deps;
  const recount = async () => {
    for (const [viewerId, userIds] of watchers.watchedByViewer()) {
      const beyond = await presence.countStrangers(viewerId, userIds);
      if (beyond) watchers.unwatchLocally(viewerId, [...beyond.ids]);
    }
  };
  const stop = repeat(recount, {
    intervalMs: everyMs,
    onError: (error) => log.warn({ err: error }, 'watched strangers could not be counted; trying again'),
  });
  return () => void stop();
}

import type { Logger } from 'pino';
import type { LiveContext } from '../../platform/realtime/live.js';
import type { PicturesService } from './service.js';

/**
 * Returns a function that tells the member's own devices about a changed picture, and those viewers on every server who may see it.
 */
export function createPictureBroadcast(
  deps: Pick<LiveContext, 'io' | 'broadcast' | 'watchers' | 'clustered' | 'eventsLost'> & {
    pictures: Pick<PicturesService, 'readersAmong'>;
    log: Logger;
  },
): (userId: number) => void {
  const { io, broadcast, watchers, clustered, eventsLost, pictures, log } = deps;
  const tellViewersHere = async (userId: number): Promise<void> => {
    const viewers = watchers.viewersOf(userId).filter((id) => id !== userId);
    if (viewers.length === 0) return;
    watchers.pictureChangedHere(await pictures.readersAmong(userId, viewers), userId);
  };
  const here = (userId: number): void =>
    void tellViewersHere(userId).catch((error: unknown) => {
      log.warn({ err: error }, 'viewers of a changed picture could not be looked up; all members refresh');
      eventsLost();
    });
  io.on('picture:changed', here);
  return (userId) => {
    broadcast.toMembers([userId], 'picture:changed', { id: userId });
    here(userId);
    if (clustered) io.serverSideEmit('picture:changed', userId);
  };
}

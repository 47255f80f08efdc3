import { setReadWatch } from '../../core/api/client';
import { currentUserId } from '../../core/session/session';
import { storesEpoch } from '../../core/store/reset';
import { importOnce } from '../../lib/loading/load-part';
import { followLost } from './teams';

let losses = 0;
followLost(() => {
  losses += 1;
});
const loadReview = importOnce(async () => (await import('./late-answers')).withoutLost);

/**
 * Reviews answers that were under way when the member lost a team, and refuses those that were when their session ended: the next member's
 * stores take nothing from them. Called once, by chat/live.
 */
export const watchReads = (): void =>
  setReadWatch(() => {
    const [before, epoch] = [losses, currentUserId() === null ? null : storesEpoch()];
    return () => {
      if (epoch !== null && epoch !== storesEpoch()) return Promise.resolve(null);
      return losses === before ? null : loadReview();
    };
  });

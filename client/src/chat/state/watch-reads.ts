import { setReadWatch } from '../../core/api/client';
import { importOnce } from '../../lib/loading/load-part';
import { followLost } from './teams';

let losses = 0;
followLost(() => {
  losses += 1;
});
const loadReview = importOnce(async () => (await import('./late-answers')).withoutLost);

/** Has answers reviewed that were in flight when the member lost a team. Called once, by chat/live. */
export const watchReads = (): void =>
  setReadWatch(() => {
    const lossesBefore = losses;
    return () => (losses === lossesBefore ? null : loadReview());
  });

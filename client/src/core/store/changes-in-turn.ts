import { CHANGE_TIMEOUT_MS } from '../api/client';
import { isRefusedWith, type Result } from '../api/errors';
import { signedOut } from '../api/session-end';
import { storesEpoch } from './reset';

/** The limit that each call of a queue needs: without it, a call that is never answered would stop all later ones. */
interface Limit {
  timeoutMs: number;
}

/** The number of tries after which a change is given up, while other devices keep making changes. */
const TRIES_MAX = 5;

/**
 * Returns a function that sends one change at a time, in the order in which they were made; the changes may be repeated. `send` names the
 * version that its change is made on, so that one that was given up and arrives later is refused; null if the change can't be made on that
 * version. If the server has a later version, `readAgain` reads it, and `send` is called again. Ends with the session.
 */
export function changesInTurn(readAgain: () => Promise<boolean>) {
  let last: Promise<unknown> = Promise.resolve();
  return <A extends Result<unknown> | null>(
    send: (limit: Limit) => Promise<A>,
  ): Promise<A | Extract<Result<never>, { ok: false }>> => {
    const epoch = storesEpoch();
    const mine = last.then(async () => {
      for (let tries = 1; epoch === storesEpoch(); tries += 1) {
        const answer = await send({ timeoutMs: CHANGE_TIMEOUT_MS });
        if (epoch !== storesEpoch()) break;
        const isLate = answer !== null && !answer.ok && isRefusedWith(answer.error, 'CHOICES_CHANGED');
        // A change that was given up has arrived, or one from another device: this one is newer.
        if (!isLate || tries === TRIES_MAX || !(await readAgain())) return answer;
      }
      return signedOut;
    });
    // The caller handles a failure; it must not stop the next one.
    last = mine.catch(() => undefined);
    return mine;
  };
}

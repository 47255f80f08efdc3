import { callAll } from '../../lib/call-all';
import { monotonicMs } from '../../lib/clock';
import { forgetPositions } from '../../lib/links/positions';
import { liveParts } from '../realtime/live';
import { currentUserId, loadSession } from './session';

/** A second report within this time is ignored, or the page might start over forever. */
const AGAIN_AFTER_MS = 60_000;

let startedOverMs = Number.NEGATIVE_INFINITY;

/**
 * Makes the page start over as after a sign-in, because the server's database was restored from a backup. The server may give ids and
 * numbers a second time, and everything here is stored by them. Unsent messages wait for their author.
 */
export function startOver(): void {
  const member = currentUserId();
  if (member === null || monotonicMs() - startedOverMs < AGAIN_AFTER_MS) return;
  startedOverMs = monotonicMs();
  const parts = liveParts().map(
    ({ restored }) =>
      () =>
        restored?.(member),
  );
  callAll([...parts, forgetPositions, loadSession]);
}

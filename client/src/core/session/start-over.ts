import { monotonicMs } from '../../lib/clock';
import { forgetPlaces } from '../../lib/links/places';
import { liveParts } from '../realtime/live';
import { currentUserId, loadSession } from './session';

/** A server that has less again this soon doesn't make the page start over: it would never come to rest. */
const AGAIN_AFTER_MS = 60_000;

let startedOverMs = Number.NEGATIVE_INFINITY;

/**
 * Makes the page start over as after a sign-in: the server has less than it had before, so its database was restored from a backup. It may
 * have given ids and numbers again, and everything here is stored by them. Unsent messages wait for their author.
 */
export function startOver(): void {
  const member = currentUserId();
  if (member === null || monotonicMs() - startedOverMs < AGAIN_AFTER_MS) return;
  startedOverMs = monotonicMs();
  for (const { restored } of liveParts()) restored?.(member);
  forgetPlaces();
  loadSession();
}

import { forgetPlaces } from '../../lib/links/places';
import { request } from '../api/client';
import { liveParts, type Unsent } from '../realtime/live';
import { currentUserId, dropSession } from './session';

/** Counts what the signed-in member has not sent. */
export function unsent(): Unsent {
  const member = currentUserId();
  const counts = member === null ? [] : liveParts().flatMap(({ unsent: count }) => count?.(member) ?? []);
  return {
    messages: counts.reduce((sum, { messages }) => sum + messages, 0),
    drafts: counts.reduce((sum, { drafts }) => sum + drafts, 0),
  };
}

/**
 * Ends the session here at once and on the server as soon as it answers. The next member to use this browser finds nothing of
 * this one's, not even what was never sent (R2.18).
 */
export async function signOut(): Promise<void> {
  const member = currentUserId();
  if (member === null) return;
  const ended = request('POST /api/auth/logout');
  forgetMember(member);
  await ended;
}

/** Leaves nothing of a member in this browser (R2.18). */
export function forgetMember(member: number): void {
  // First the session, so that no other tab takes a deleted message for one that was sent.
  dropSession('logout');
  for (const { forget } of liveParts()) forget?.(member);
  forgetPlaces();
}

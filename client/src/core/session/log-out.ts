import { callAll } from '../../lib/call-all';
import { forgetPositions } from '../../lib/links/positions';
import { request } from '../api/client';
import { liveParts, type Unsent } from '../realtime/live';
import { currentUserId, dropSession } from './session';

/** Counts the signed-in member's unsent messages and drafts. */
export function unsent(): Unsent {
  const member = currentUserId();
  const counts = member === null ? [] : liveParts().flatMap(({ unsent: count }) => count?.(member) ?? []);
  return {
    messages: counts.reduce((sum, { messages }) => sum + messages, 0),
    drafts: counts.reduce((sum, { drafts }) => sum + drafts, 0),
  };
}

/**
 * Ends the session here at once, and on the server when it answers. The browser's next member finds no data of this
 * one's, not even unsent messages (R2.18).
 */
export async function logOut(): Promise<void> {
  const member = currentUserId();
  if (member === null) return;
  const ended = request('POST /api/auth/logout');
  forgetMember(member);
  await ended;
}

/** Deletes a member's data from this browser (R2.18), even if a part of that fails. */
export function forgetMember(member: number): void {
  // End the session first, so that no other tab takes a deleted message for a sent one.
  const parts = liveParts().map(
    ({ forget }) =>
      () =>
        forget?.(member),
  );
  callAll([() => dropSession('logout'), ...parts, forgetPositions]);
}

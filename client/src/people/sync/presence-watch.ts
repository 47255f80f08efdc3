import { peopleLimits } from '@sangam/shared/people/limits';
import { READ_TIMEOUT_MS, request } from '../../core/api/client';
import { createWatch, useShownMembers } from '../../core/realtime/on-screen';
import { emit, isConnected } from '../../core/realtime/socket';
import { moment } from '../../core/store/table';
import { mergePresence } from '../state/presence';

/** Members shown in several places (the open conversation is also a row of the list) come first: the server limits the number. */
const shownIds = (): number[] =>
  Object.entries(useShownMembers.getState())
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, peopleLimits.watchMax)
    .map(([id]) => Number(id));

async function sendPresenceWatch(): Promise<boolean> {
  const userIds = shownIds();
  const startedAt = moment();
  if (isConnected()) {
    const answer = await emit('presence:watch', { userIds });
    if (answer.ok) mergePresence(answer.value, startedAt);
    return answer.ok || !isConnected();
  }
  // The status poll pauses while the page is hidden (R7.4).
  if (userIds.length === 0 || document.hidden) return true;
  const answer = await request('POST /api/users/status', { body: { userIds }, timeoutMs: READ_TIMEOUT_MS });
  if (answer.ok) mergePresence(answer.value.data, startedAt);
  return true;
}

/** Sends the server the members whose presence is on screen; without a connection, fetches it once. */
export const presenceWatch = createWatch({
  stores: [useShownMembers],
  wanted: () => shownIds().join(),
  send: sendPresenceWatch,
});

import type { JoinRequestDecision } from '@sangam/shared/requests/join-requests';
import { currentUserId } from '../../core/session/session';
import { isMyRequest, myRequests, requests } from '../state/requests';

/** Looks up a decision on a request that this tab does not know: true when it was the member's own, made on another device. */
export const isOwnDecision = async ({ id }: JoinRequestDecision): Promise<boolean> => {
  await myRequests.load();
  const known = requests.get(id);
  return known === undefined ? isMyRequest(id) : known.user_id === currentUserId();
};

import type { JoinRequestDecision } from '@sangam/shared/requests/join-requests';
import { currentUserId } from '../../core/session/session';
import { isMyRequest, myRequests, requests } from '../state/requests';

/** Whether a decision on a request unknown to this tab is about the member's own request, sent from another device. */
export const isOwnDecision = async ({ id }: JoinRequestDecision): Promise<boolean> => {
  await myRequests.load();
  const known = requests.get(id);
  return known === undefined ? isMyRequest(id) : known.user_id === currentUserId();
};

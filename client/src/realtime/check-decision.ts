import type { JoinRequestDecision } from '@sangam/shared/contract/join-requests';
import { requests } from '../stores/entities/requests';
import { isMyRequest, myRequests } from '../stores/requests';
import { currentUserId } from '../stores/session';

/** Looks up a decision on a request that this tab does not know: true when it was the member's own, made on another device. */
export const isOwnDecision = async ({ id }: JoinRequestDecision): Promise<boolean> => {
  await myRequests.load();
  const known = requests.get(id);
  return known === undefined ? isMyRequest(id) : known.user_id === currentUserId();
};

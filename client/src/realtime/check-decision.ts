import type { JoinRequestDecision } from '@sangam/shared/contract/join-requests';
import { requests } from '../stores/entities/requests';
import { myRequests } from '../stores/requests';
import { currentUserId } from '../stores/session';

/** Looks up a decision on a request that this tab does not know: true when it was the member's own, made on another device. */
export const isOwnDecision = async ({ id }: JoinRequestDecision): Promise<boolean> =>
  (await myRequests.load()) && requests.get(id)?.user_id === currentUserId();

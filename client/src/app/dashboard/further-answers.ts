import { waitRemindersAt } from '@sangam/shared/requests/deadline';
import { useList } from '../../core/store/list';
import { myTransfers } from '../../projects/state/transfers';
import { receivedInvitations } from '../../requests/state/invitations';
import { isSeatOffered, myRequests, type RequestEntity, stageOf } from '../../requests/state/requests';
import { useNow } from '../../ui/TimeAgo';

/** Whether the server has asked the applicant if they are still interested. */
export function asksToStay(request: RequestEntity, nowMs: number): boolean {
  if (stageOf(request) !== 'in_line' || request.waits_until === undefined) return false;
  const [first] = waitRemindersAt(Date.parse(request.waits_until));
  return first <= nowMs;
}

/** Whether the dashboard needs `FurtherAnswers`. */
export function useNeedsFurtherAnswers(): boolean {
  const now = useNow();
  const [own, transfers] = [useList(myRequests).data ?? [], useList(myTransfers).data ?? []];
  const invited = useList(receivedInvitations).data ?? [];
  return (
    transfers.length > 0 ||
    invited.length > 0 ||
    own.some((request) => isSeatOffered(request) || asksToStay(request, now))
  );
}

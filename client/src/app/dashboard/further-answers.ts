import { useList } from '../../core/store/list';
import { myTransfers } from '../../projects/state/transfers';
import { asksToStay } from '../../requests/screens/parts/asks-to-stay';
import { receivedInvitations } from '../../requests/state/invitations';
import { isSeatOffered, myRequests } from '../../requests/state/requests';
import { useNow } from '../../ui/TimeAgo';

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

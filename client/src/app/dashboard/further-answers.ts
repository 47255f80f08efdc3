import { useList } from '../../core/store/list';
import { myTransfers } from '../../projects/state/transfers';
import { asksToStay } from '../../requests/screens/own/asks-to-stay';
import { receivedInvitations } from '../../requests/state/invitations';
import { isSeatOffered, myRequests } from '../../requests/state/requests';
import { useNow } from '../../ui/TimeAgo';

/** The number of rows of `FurtherAnswers`. */
export function useFurtherAnswers(): number {
  const now = useNow();
  const [own, transfers] = [useList(myRequests).data ?? [], useList(myTransfers).data ?? []];
  const invited = useList(receivedInvitations).data ?? [];
  const asked = own.filter((request) => isSeatOffered(request) || asksToStay(request, now));
  return transfers.length + invited.length + asked.length;
}

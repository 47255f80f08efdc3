import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { RequestRow } from '../../requests/screens/parts/own-requests';
import { isComplete, requests } from '../../requests/state/requests';

/** The member's own request as it is now, also once it has left the list that shows it. */
export function CurrentRequest({ request }: { request: JoinRequest }) {
  const known = requests.use(({ byId }) => byId[request.id]);
  return <RequestRow request={known && isComplete(known) ? known : request} />;
}

import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { RequestRow } from '../../requests/screens/parts/own-requests';
import { useRequestNow } from '../../requests/state/requests';

/** The member's own request as it is now, also once it has left the list that shows it. */
export const CurrentRequest = ({ request }: { request: JoinRequest }) => (
  <RequestRow request={useRequestNow(request)} />
);

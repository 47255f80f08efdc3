import { asksToStay } from '../../requests/screens/own/asks-to-stay';
import { RequestRow } from '../../requests/screens/own/own-requests';
import { myRequests } from '../../requests/state/requests';
import { DASHBOARD_MAX } from '../../ui/page/row-counts';
import { useNow } from '../../ui/TimeAgo';
import { OfferedSeats } from '../work/OfferedSeats';
import { ReceivedInvitations } from '../work/ReceivedInvitations';
import { ReceivedTransfers } from '../work/ReceivedTransfers';
import { WorkSection } from '../work/WorkSection';

/** Seat offers, invitations, transfers and waitlists that need the member's answer. */
export function FurtherAnswers() {
  const now = useNow();
  return (
    <>
      <OfferedSeats />
      <ReceivedInvitations max={DASHBOARD_MAX} />
      <ReceivedTransfers />
      <WorkSection
        title="Waitlists to confirm"
        what="waitlists"
        kind="requests"
        place="seats"
        isPending
        list={myRequests}
        isExcluded={(request) => !asksToStay(request, now)}
        renderRow={(request) => <RequestRow request={request} />}
      />
    </>
  );
}

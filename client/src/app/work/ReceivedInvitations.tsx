import { useList } from '../../core/store/list';
import { isPending } from '../../core/store/loadable';
import { ReceivedInvitation } from '../../requests/screens/invitations/ReceivedInvitation';
import { useDeadlineOrder } from '../../requests/state/deadline-order';
import { receivedInvitations } from '../../requests/state/invitations';
import { WorkSection } from './WorkSection';

/** Invitations that the member may accept. They stay current without `showLists`: each refresh fetches them on any screen. */
export function ReceivedInvitations({ max }: { max?: number }) {
  const isLoading = isPending(useList(receivedInvitations));
  const byDeadline = useDeadlineOrder();
  if (isLoading) return null;
  return (
    <WorkSection
      title="Invitations to me"
      newRowNames={['invitation', 'invitations']}
      what="invitations"
      place="invitations"
      name="invitations"
      order={byDeadline}
      {...(max && { max })}
      isPending
      list={receivedInvitations}
      renderRow={(invitation, isGone) => <ReceivedInvitation invitation={invitation} isGone={isGone} />}
    />
  );
}

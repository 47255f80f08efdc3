import { latePart } from '../../../lib/loading/lazy-part';
import { TeamChatLink } from '../../../projects/screens/parts/TeamChatLink';
import { useTransferOf } from '../../../projects/state/transfers';
import type { RequestEntity } from '../../state/requests';
import { useLeave } from '../own/use-leave';
import { SentText } from './OwnRequest';
import { MemberRow } from './RequestStatusRow';

const WithdrawOthers = latePart(() => import('../own/WithdrawOthers'), 'WithdrawOthers');

interface MembershipProps {
  projectId: number;
  /** The request by which the member got their seat; undefined until it is known. */
  request: RequestEntity | undefined;
}

/** A member's seat, with the way to the team's chat and a way to leave. */
export function Membership({ projectId, request }: MembershipProps) {
  const leave = useLeave(projectId);
  // While a transfer is offered, answering it is the page's primary action.
  const isOffered = useTransferOf(projectId) !== undefined;
  return (
    <>
      <MemberRow action={leave.button} />
      {leave.panel}
      <TeamChatLink projectId={projectId} variant={isOffered ? 'secondary' : 'primary'} size="md" block />
      {request && <SentText request={request} />}
      <WithdrawOthers minCount={1} />
    </>
  );
}

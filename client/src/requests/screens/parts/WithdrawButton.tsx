import toast from 'react-hot-toast/headless';
import { actFailureText, isConflict, type Result } from '../../../core/api/errors';
import { loadProject } from '../../../projects/state/project-pages';
import { OnlineButton } from '../../../ui/button/OnlineButton';
import { Decided } from '../../../ui/decision/Decided';
import { withdrawInterest } from '../../state/interests';
import { type RequestEntity, stageOf, withdrawJoinRequest } from '../../state/requests';

interface Labelled {
  /** Names the request where several are on screen. */
  label?: string;
}

/** Withdraws a request that is pending or on the waitlist. A seat offer has its own answers. */
export function WithdrawRequest({ request, label }: Labelled & { request: RequestEntity }) {
  const stage = stageOf(request);
  return (
    <WithdrawButton
      id={request.id}
      projectId={request.project_id}
      isPending={stage === 'pending' || stage === 'waitlisted'}
      withdraw={withdrawJoinRequest}
      failureText="Failed to withdraw join request"
      {...(label !== undefined && { label })}
    />
  );
}

interface WithdrawProps extends Labelled {
  id: number;
  projectId: number;
  isPending: boolean;
}

/** Withdraws a pending interest. */
export const WithdrawInterest = (props: WithdrawProps) => (
  <WithdrawButton {...props} withdraw={withdrawInterest} failureText="Failed to withdraw interest" />
);

interface WithdrawButtonProps extends WithdrawProps {
  withdraw: (id: number) => Promise<Result<unknown>>;
  failureText: string;
}

/** After withdrawing, the button disappears but its place stays free. */
function WithdrawButton({ id, projectId, isPending, label, withdraw, failureText }: WithdrawButtonProps) {
  const onWithdraw = async () => {
    const answer = await withdraw(id);
    if (answer.ok) return;
    toast.error(actFailureText(answer.error, failureText));
    if (isConflict(answer.error)) await loadProject(projectId);
  };
  return (
    <Decided outcome={isPending ? null : ''} className="-mr-3">
      <OnlineButton size="sm" variant="ghost" onClick={onWithdraw} aria-label={label}>
        Withdraw
      </OnlineButton>
    </Decided>
  );
}

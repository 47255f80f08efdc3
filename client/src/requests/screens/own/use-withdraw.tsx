import { stageOf } from '@sangam/shared/requests/stage';
import toast from 'react-hot-toast/headless';
import { actFailureText, isConflict, type Result } from '../../../core/api/errors';
import { loadProject } from '../../../projects/state/project-pages';
import { Decided } from '../../../ui/decision/Decided';
import { useAsk } from '../../../ui/decision/use-ask';
import { type InterestEntity, withdrawInterest } from '../../state/interests';
import { type RequestEntity, withdrawJoinRequest } from '../../state/requests';

/** A second withdrawal within 30 days begins a pause (R5.19), which nothing ends early. */
const PAUSE = 'If you withdraw a second time within 30 days, you can’t ask again for 7 days.';

/** Withdraws a request that is pending or on the waitlist. A seat offer has its own answers. `name`: see `Ask`. */
export function useWithdrawRequest(request: RequestEntity, name?: string) {
  const stage = stageOf(request);
  const lost = stage === 'waitlisted' ? 'You lose your place on the waitlist.' : 'The creator is notified.';
  return useWithdraw(request, {
    isPending: stage === 'pending' || stage === 'waitlisted',
    isWithdrawn: stage === 'withdrawn' && (request.ended_by ?? 'withdrawn') === 'withdrawn',
    withdraw: withdrawJoinRequest,
    subject: 'request',
    failureText: 'Failed to withdraw join request',
    consequence: `${lost} ${PAUSE}`,
    name,
  });
}

/** Withdraws a pending interest. */
export function useWithdrawInterest(
  interest: Pick<InterestEntity, 'id' | 'project_id' | 'status' | 'ended_by'>,
  name: string,
) {
  return useWithdraw(interest, {
    isPending: interest.status === 'pending',
    isWithdrawn: interest.ended_by === 'withdrawn',
    withdraw: withdrawInterest,
    subject: 'interest',
    failureText: 'Failed to withdraw interest',
    consequence: `The creator is notified. ${PAUSE}`,
    name,
  });
}

interface Withdrawal {
  isPending: boolean;
  /** By the member, not by the creator's answer or a deadline. */
  isWithdrawn: boolean;
  withdraw: (id: number) => Promise<Result<unknown>>;
  subject: 'request' | 'interest';
  failureText: string;
  consequence: string;
  /** The button's accessible name where several are on screen. */
  name: string | undefined;
}

/** The Withdraw button, whose place stays free afterwards, and the panel in which it asks first. */
function useWithdraw({ id, project_id }: { id: number; project_id: number }, withdrawal: Withdrawal) {
  const { isPending, isWithdrawn, withdraw, subject, failureText, consequence, name } = withdrawal;
  const { button, panel, isDone } = useAsk({
    label: 'Withdraw',
    ...(name !== undefined && { name }),
    question: `Withdraw the ${subject}`,
    consequence,
    yes: `Withdraw ${subject}`,
    no: 'Keep it',
    act: async () => {
      const answer = await withdraw(id);
      if (answer.ok) return true;
      toast.error(actFailureText(answer.error, failureText));
      if (isConflict(answer.error)) await loadProject(project_id);
      return false;
    },
    done: isWithdrawn ? <p>You withdrew your {subject}</p> : null,
  });
  return {
    button: (
      <Decided outcome={isPending ? null : ''} className="-mr-3">
        {button}
      </Decided>
    ),
    panel: (isPending || isDone) && panel,
  };
}

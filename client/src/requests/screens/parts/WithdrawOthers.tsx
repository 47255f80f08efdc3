import toast from 'react-hot-toast';
import { failureText } from '../../../core/api/errors';
import { useAsk } from '../../../ui/decision/use-ask';
import { useOtherRequests, withdrawJoinRequests } from '../../state/requests';

const counted = (count: number, kind = ''): string => `${count} ${kind}request${count === 1 ? '' : 's'}`;

interface WithdrawOthersProps {
  /** The smallest number of requests that shows the button. */
  from: number;
}

/** Withdraws an accepted member's other pending requests after a confirmation. */
export function WithdrawOthers({ from }: WithdrawOthersProps) {
  const rest = useOtherRequests();
  const withdraw = async (): Promise<boolean> => {
    const answer = await withdrawJoinRequests(rest.map(({ id }) => id));
    if (answer.ok)
      toast.success(`Withdrew ${counted(answer.value.filter(({ status }) => status === 'withdrawn').length)}`);
    else toast.error(failureText(answer.error, 'Failed to withdraw join requests'));
    // The button disappears, so the focus moves to the page.
    if (answer.ok) document.getElementById('main')?.focus({ preventScroll: true });
    return true;
  };
  const { button, panel } = useAsk({
    label: `Withdraw my other ${rest.length === 1 ? 'request' : `requests (${rest.length})`}`,
    question: `Withdraw ${counted(rest.length, 'other ')}?`,
    consequence: `${counted(rest.length, 'other ')} will be withdrawn, and their creators notified.`,
    yes: 'Withdraw',
    no: rest.length === 1 ? 'Keep it' : 'Keep them',
    act: withdraw,
  });
  if (rest.length < from) return null;
  return (
    <div className="grid justify-items-end">
      {button}
      {panel}
    </div>
  );
}

import { useState } from 'react';
import toast from 'react-hot-toast';
import { failureText } from '../../../core/api/errors';
import { Button } from '../../../ui/button/Button';
import { useOtherRequests, withdrawJoinRequests } from '../../state/requests';

const counted = (count: number, kind = ''): string => `${count} ${kind}request${count === 1 ? '' : 's'}`;

interface WithdrawOthersProps {
  /** The smallest number of requests that shows the button. */
  from: number;
}

/** Withdraws an accepted member's other pending requests after a confirmation. */
export function WithdrawOthers({ from }: WithdrawOthersProps) {
  const rest = useOtherRequests();
  const [asking, setAsking] = useState(false);
  if (rest.length < from) return null;
  const withdraw = async () => {
    const answer = await withdrawJoinRequests(rest.map(({ id }) => id));
    setAsking(false);
    if (!answer.ok) return void toast.error(failureText(answer.error, 'Failed to withdraw join requests'));
    toast.success(`Withdrew ${counted(answer.value.filter(({ status }) => status === 'withdrawn').length)}`);
    // The button disappears, so the focus moves to the page.
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  if (!asking)
    return (
      <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
        Withdraw my other {rest.length === 1 ? 'request' : `requests (${rest.length})`}
      </Button>
    );
  return (
    <fieldset className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <legend className="float-left min-h-8 content-center text-sm">Withdraw {counted(rest.length, 'other ')}?</legend>
      <span className="flex gap-1">
        <Button size="sm" variant="danger" onClick={withdraw}>
          Withdraw
        </Button>
        {/* Last, in the place of the first button, so that a double click changes nothing. */}
        <Button size="sm" autoFocus onClick={() => setAsking(false)}>
          Keep {rest.length === 1 ? 'it' : 'them'}
        </Button>
      </span>
    </fieldset>
  );
}

import { isolate } from '@sangam/shared/core/isolate';
import toast from 'react-hot-toast/headless';
import { actFailureText } from '../../../core/api/errors';
import { cx } from '../../../ui/cx';
import { useAsk } from '../../../ui/decision/use-ask';
import { useOtherRequests, withdrawJoinRequests } from '../../state/requests';

const counted = (count: number, kind = ''): string => `${count} ${kind}request${count === 1 ? '' : 's'}`;

/** Lists the projects' titles: up to four, else the first three and the number of others. */
const describeTitles = (titles: readonly string[]): string => {
  const first = titles.slice(0, titles.length > 4 ? 3 : 4).map((title) => `“${isolate(title)}”`);
  const more = titles.length - first.length;
  return `${titles.length === 1 ? 'Your request' : 'Your requests'} to ${new Intl.ListFormat('en').format(more > 0 ? [...first, `${more} more`] : first)}`;
};

interface WithdrawOthersProps {
  /** The smallest number of requests that shows the button. */
  minCount: number;
}

/** Withdraws an accepted member's other pending requests after a confirmation. */
export function WithdrawOthers({ minCount }: WithdrawOthersProps) {
  const otherRequests = useOtherRequests();
  const titles = otherRequests.map(({ project_title }) => project_title);
  const withdraw = async (): Promise<boolean> => {
    const answer = await withdrawJoinRequests(otherRequests.map(({ id }) => id));
    if (answer.ok)
      toast.success(`Withdrew ${counted(answer.value.filter(({ status }) => status === 'withdrawn').length)}`);
    else toast.error(actFailureText(answer.error, 'Failed to withdraw join requests'));
    // The button disappears, so the focus moves to the page.
    if (answer.ok) document.getElementById('main')?.focus({ preventScroll: true });
    return true;
  };
  const { button, panel, isOpen } = useAsk({
    label:
      otherRequests.length === 1
        ? `Withdraw my request to ${isolate(titles[0] ?? '')}`
        : `Withdraw my other requests (${otherRequests.length})`,
    className: '-mx-3 h-auto min-h-control-sm whitespace-normal py-1 text-left',
    question: `Withdraw ${counted(otherRequests.length, 'other ')}?`,
    consequence: `${describeTitles(titles)} will be withdrawn, and ${otherRequests.length === 1 ? 'its creator' : 'their creators'} notified.`,
    yes: 'Withdraw',
    no: otherRequests.length === 1 ? 'Keep it' : 'Keep them',
    act: withdraw,
  });
  if (otherRequests.length < minCount) return null;
  return (
    <div className={cx('grid justify-items-end', isOpen && 'mb-3')}>
      {button}
      {panel}
    </div>
  );
}

import toast from 'react-hot-toast';
import { errorText } from '../../../core/api/errors';
import { intentLink } from '../../../lib/links/intent-link';
import { Button } from '../../../ui/button/Button';
import { toastSignIn } from '../../../ui/overlay/sign-in-toast';
import { useMyInterest } from '../../state/interest-table';
import { showInterest } from '../../state/interests';
import { RequestStatusRow } from './RequestStatusRow';

const words: Record<string, string> = { pending: 'Requested', approved: 'Approved' };

interface InterestActionProps {
  projectId: number;
  member: boolean;
  /** The member came to show interest: the button has the focus. */
  intended: boolean;
  /** How loud the button is; null where only what became of earlier interest is shown. */
  look: 'primary' | 'secondary' | null;
}

/** I'm Interested, or what became of it. Interest that was denied may be shown again. */
export function InterestAction({ projectId, member, intended, look }: InterestActionProps) {
  const own = useMyInterest(projectId);
  const status = own && words[own.status];
  if (status !== undefined) return <RequestStatusRow label="Your interest" status={status} />;

  const show = async () => {
    if (!member) {
      toastSignIn('Please login to show interest', intentLink(projectId, 'interest'));
      return;
    }
    const answer = await showInterest(projectId);
    if (answer.ok) toast.success('Interest sent successfully!');
    else toast.error(errorText(answer.error, 'Failed to send interest'));
  };
  return (
    <>
      {own && <RequestStatusRow label="Your interest" status={own.ended_by ? 'Ended' : 'Denied'} />}
      {look && (
        <Button variant={look} block autoFocus={intended} onClick={show}>
          I'm Interested
        </Button>
      )}
    </>
  );
}

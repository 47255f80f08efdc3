import toast from 'react-hot-toast';
import { errorText } from '../../../core/api/errors';
import { answerTransfer } from '../../../requests/sync/answer-transfer';
import { Button } from '../../../ui/button/Button';

interface TransferAnswerProps {
  /** The transfer's id. */
  id: number;
  projectId: number;
  title: string;
}

/** The member's two answers to a transfer. */
export function TransferAnswer({ id, projectId, title }: TransferAnswerProps) {
  const answer = async (status: 'accepted' | 'declined') => {
    const answered = await answerTransfer({ id, project_id: projectId }, status);
    if (!answered.ok) toast.error(errorText(answered.error, 'Failed to answer'));
    else toast.success(status === 'accepted' ? `You lead ${title} now` : `You declined to take over ${title}`);
  };
  return (
    <span className="flex flex-wrap gap-2">
      <Button
        size="sm"
        variant="primary"
        onClick={() => answer('accepted')}
        aria-label={`Accept to take over ${title}`}
      >
        Accept
      </Button>
      <Button size="sm" onClick={() => answer('declined')} aria-label={`Decline to take over ${title}`}>
        Decline
      </Button>
    </span>
  );
}

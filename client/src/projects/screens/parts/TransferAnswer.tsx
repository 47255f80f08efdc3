import toast from 'react-hot-toast';
import { errorText } from '../../../core/api/errors';
import { answerOffer } from '../../../requests/sync/answer-transfer';
import { Button } from '../../../ui/button/Button';

interface TakeOverAnswerProps {
  /** Of the offer that stands. */
  id: number;
  projectId: number;
  title: string;
}

/** The two answers to who asks to take a project over. */
export function TakeOverAnswer({ id, projectId, title }: TakeOverAnswerProps) {
  const answer = async (status: 'accepted' | 'declined') => {
    const answered = await answerOffer({ id, project_id: projectId }, status);
    if (!answered.ok) toast.error(errorText(answered.error, 'Failed to answer'));
    else toast.success(status === 'accepted' ? `You lead ${title} now` : `You declined to take over ${title}`);
  };
  return (
    <span className="flex flex-wrap gap-2">
      <Button size="sm" variant="primary" onClick={() => answer('accepted')} aria-label={`Take over ${title}`}>
        Take over
      </Button>
      <Button size="sm" onClick={() => answer('declined')} aria-label={`Decline to take over ${title}`}>
        Decline
      </Button>
    </span>
  );
}

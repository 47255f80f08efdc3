import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { errorText } from '../../../core/api/errors';
import { answerTransfer } from '../../../requests/sync/answer-transfer';
import { Button } from '../../../ui/button/Button';
import { Decided } from '../../../ui/decision/Decided';

interface TransferAnswerProps {
  /** The transfer's id. */
  id: number;
  projectId: number;
  title: string;
  /** It is no longer pending. */
  isGone?: boolean;
}

/** The member's two answers to a transfer, then the answer. */
export function TransferAnswer({ id, projectId, title, isGone = false }: TransferAnswerProps) {
  const [outcome, setOutcome] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const answer = async (status: 'accepted' | 'declined') => {
    setBusy(true);
    const answered = await answerTransfer({ id, project_id: projectId }, status);
    setBusy(false);
    if (answered.ok) setOutcome(status === 'accepted' ? 'Accepted' : 'Declined');
    if (!answered.ok) toast.error(errorText(answered.error, 'Failed to answer'));
    else
      toast.success(
        status === 'accepted' ? `You are now the creator of ${title}` : `You declined the transfer of ${title}`,
      );
  };
  return (
    <Decided outcome={outcome ?? (isGone ? 'No longer pending' : null)}>
      <Button
        size="sm"
        variant="primary"
        busy={busy}
        onClick={() => answer('accepted')}
        aria-label={`Accept the transfer of ${title}`}
      >
        Accept
      </Button>
      <Button size="sm" busy={busy} onClick={() => answer('declined')} aria-label={`Decline the transfer of ${title}`}>
        Decline
      </Button>
    </Decided>
  );
}

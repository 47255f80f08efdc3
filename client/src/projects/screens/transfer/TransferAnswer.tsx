import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { actFailureText } from '../../../core/api/errors';
import type { ButtonVariant } from '../../../ui/button/Button';
import { AcceptOrDecline } from '../../../ui/decision/AcceptOrDecline';
import { answerTransfer } from '../../sync/transfer-acts';

interface TransferAnswerProps {
  /** The transfer's id. */
  id: number;
  projectId: number;
  title: string;
  /** It is no longer pending. */
  isGone?: boolean;
  variant?: ButtonVariant;
}

/** The member's two answers to a transfer, then the answer. */
export function TransferAnswer({ id, projectId, title, isGone = false, variant }: TransferAnswerProps) {
  const [outcome, setOutcome] = useState<string | null>(null);
  const answer = async (status: 'accepted' | 'declined') => {
    const answered = await answerTransfer({ id, project_id: projectId }, status);
    if (!answered.ok) toast.error(actFailureText(answered.error, 'Failed to answer the transfer'));
    else if (status === 'accepted') {
      setOutcome('Accepted');
      toast.success(`You’re now the creator of ${title}`);
    } else {
      setOutcome('Declined');
      toast.success(`You declined the transfer of ${title}`);
    }
  };
  return (
    <AcceptOrDecline
      of={`the transfer of ${title}`}
      outcome={outcome ?? (isGone ? 'No longer pending' : null)}
      variant={variant}
      answer={answer}
    />
  );
}

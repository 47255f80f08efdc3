import { isolate } from '@sangam/shared/core/isolate';
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { actFailureText } from '../../../core/api/errors';
import { localTime } from '../../../lib/text/local-time';
import type { ButtonVariant } from '../../../ui/button/Button';
import { AcceptOrDecline } from '../../../ui/decision/AcceptOrDecline';
import { useHasCome } from '../../../ui/TimeAgo';
import { transfers } from '../../state/transfers';
import { answerTransfer } from '../../sync/transfer-acts';

interface TransferAnswerProps {
  /** The transfer's id. */
  id: number;
  projectId: number;
  title: string;
  /** Whether it is no longer pending. */
  isGone?: boolean;
  variant?: ButtonVariant;
}

const words = { accepted: 'Accepted', declined: 'Declined' };

/** The member's two answers to a transfer, then the one given. They end with the deadline of one that has one. */
export function TransferAnswer({ id, projectId, title, isGone = false, variant }: TransferAnswerProps) {
  // Notes the pressed answer: a live update may remove the transfer before the server's answer arrives.
  const [pressed, setPressed] = useState<keyof typeof words | null>(null);
  const [isAnswered, setAnswered] = useState(false);
  const isLate = useHasCome(transfers.use(({ byId }) => byId[id]?.answer_by));
  const answer = async (status: keyof typeof words) => {
    setPressed(status);
    const answered = await answerTransfer({ id, project_id: projectId }, status);
    if (!answered.ok) {
      setPressed(null);
      toast.error(actFailureText(answered.error, 'Failed to answer the transfer'));
      return;
    }
    setAnswered(true);
    toast.success(
      status === 'accepted'
        ? `You’re now the creator of ${isolate(title)}`
        : `You declined the transfer of ${isolate(title)}`,
    );
  };
  const outcome = pressed === null ? 'No longer pending' : words[pressed];
  return (
    <AcceptOrDecline
      of={`the transfer of ${isolate(title)}`}
      outcome={isAnswered || isGone || isLate ? outcome : null}
      variant={variant}
      answer={answer}
    />
  );
}

/** The deadline for the team of a creator who is leaving, and once it has passed, that nobody accepted. */
export const ClosesBy = ({ time }: { time: string }) =>
  useHasCome(time)
    ? `Nobody accepted by ${localTime(time)}, so the project closes.`
    : `The project closes if nobody accepts by ${localTime(time)}.`;

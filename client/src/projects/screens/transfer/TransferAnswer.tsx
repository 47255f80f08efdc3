import { isolate } from '@sangam/shared/core/isolate';
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { actFailureText } from '../../../core/api/errors';
import { localTime } from '../../../lib/text/local-time';
import type { ButtonVariant } from '../../../ui/button/Button';
import { AcceptOrDecline } from '../../../ui/decision/AcceptOrDecline';
import { useAsk } from '../../../ui/decision/use-ask';
import { useHasCome } from '../../../ui/TimeAgo';
import { transfers } from '../../state/transfers';
import { answerTransfer } from '../../sync/transfer-acts';

interface TransferAnswerProps {
  /** The transfer's id. */
  id: number;
  projectId: number;
  title: string;
  /** The creator is leaving Sangam, so the answer is final. */
  isFinal: boolean;
  /** Whether it is no longer pending. */
  isGone?: boolean;
  variant?: ButtonVariant;
}

/** True whether or not other members can still accept, which the member isn't shown. */
const FINAL_WORDS =
  'You can’t change this answer. If you’re the last member who could accept, the project closes at once.';

const words = { accepted: 'Accepted', declined: 'Declined' };

/**
 * The member's two answers to a transfer, then the one given. They end with the deadline of one that has one. Declining asks first if
 * the creator is leaving, since nobody could offer the project again.
 */
export function TransferAnswer({ id, projectId, title, isFinal, isGone = false, variant }: TransferAnswerProps) {
  // Notes the pressed answer: a live update may remove the transfer before the server's answer arrives.
  const [pressed, setPressed] = useState<keyof typeof words | null>(null);
  const [isAnswered, setAnswered] = useState(false);
  const isLate = useHasCome(transfers.use(({ byId }) => byId[id]?.answer_by));
  const of = `the transfer of ${isolate(title)}`;
  const answer = async (status: keyof typeof words): Promise<boolean> => {
    setPressed(status);
    const answered = await answerTransfer({ id, project_id: projectId }, status);
    if (!answered.ok) {
      setPressed(null);
      toast.error(actFailureText(answered.error, 'Failed to answer the transfer'));
      return false;
    }
    setAnswered(true);
    toast.success(status === 'accepted' ? `You’re now the creator of ${isolate(title)}` : `You declined ${of}`);
    return true;
  };
  const isOver = isAnswered || isGone || isLate;
  const outcome = !isOver ? null : pressed === null ? 'No longer pending' : words[pressed];
  const decline = useAsk({
    label: 'Decline',
    name: `Decline ${of}`,
    busy: pressed === 'accepted',
    question: `Decline ${of}`,
    consequence: FINAL_WORDS,
    yes: 'Decline transfer',
    no: 'Decide later',
    act: () => answer('declined'),
    done: outcome,
  });
  return (
    <div>
      <AcceptOrDecline
        of={of}
        outcome={decline.isDone ? '' : outcome}
        variant={variant}
        answer={async (status) => void (await answer(status))}
        decline={isFinal ? decline.button : undefined}
      />
      {(!isOver || decline.isDone) && decline.panel}
    </div>
  );
}

/** The deadline for the team of a creator who is leaving, and once it has passed, that nobody accepted. */
export const ClosesBy = ({ time }: { time: string }) =>
  useHasCome(time)
    ? `Nobody accepted by ${localTime(time)}, so the project closes.`
    : `The project closes if nobody accepts by ${localTime(time)}.`;

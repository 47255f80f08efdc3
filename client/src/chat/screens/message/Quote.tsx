import { useSession } from '../../../core/session/session';
import { useQuoted } from '../../state/thread/quoted';
import { goToMessage } from '../thread/go-to-message';
import { QuotedLine } from './QuotedLine';

interface QuoteProps {
  otherId: number;
  name: string;
  seq: number;
}

/** Above an answer: what it answers. A press goes there, wherever in the history it is. */
export function Quote({ otherId, name, seq }: QuoteProps) {
  const message = useQuoted(otherId, seq);
  const me = useSession((state) => state.user?.id ?? 0);
  return (
    <button
      type="button"
      onClick={() => goToMessage(otherId, seq)}
      className="mb-1 block h-11 w-full min-w-32 rounded-md border-accent border-l-2 bg-hover px-2 text-left hover:bg-line"
    >
      <span className="sr-only">In answer to </span>
      <QuotedLine message={message} who={message?.sender_id === me ? 'You' : name} />
    </button>
  );
}

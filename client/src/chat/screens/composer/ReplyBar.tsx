import { X } from 'lucide-react';
import { useSession } from '../../../core/session/session';
import { IconButton } from '../../../ui/button/IconButton';
import { setReply } from '../../state/outbox/replying';
import { useQuoted } from '../../state/thread/quoted';
import { QuotedLine } from '../message/QuotedLine';

/** Above the field: what one is about to answer. */
export function ReplyBar({ otherId, name, seq }: { otherId: number; name: string; seq: number }) {
  const message = useQuoted(otherId, seq);
  const me = useSession((state) => state.user?.id ?? 0);
  const who = message?.sender_id === me ? 'yourself' : name;
  return (
    <div role="status" className="mb-2 flex items-center gap-2 border-accent border-l-2 pl-3">
      <div className="min-w-0 flex-1">
        <QuotedLine message={message} who={`Replying to ${who}`} />
      </div>
      <IconButton icon={X} label="Cancel reply" onClick={() => setReply(otherId, null)} />
    </div>
  );
}

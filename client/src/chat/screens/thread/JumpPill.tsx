import { ArrowDown } from 'lucide-react';
import { useSettled } from '../../../lib/hooks/use-settled';
import { Badge } from '../../../ui/Badge';
import { useConversations } from '../../state/conversations';

interface JumpPillProps {
  otherId: number;
  onJump: () => void;
}

/** Leads back to the newest message, and says how many have come meanwhile. */
export function JumpPill({ otherId, onJump }: JumpPillProps) {
  const unread = useSettled(
    useConversations((state) => state.list.data?.find((item) => item.id === otherId)?.unread_count ?? 0),
  );
  return (
    <button
      type="button"
      onClick={onJump}
      className="absolute bottom-2 left-1/2 z-10 inline-flex min-h-control -translate-x-1/2 animate-enter items-center gap-2 rounded-full border border-line bg-raised px-4 font-medium text-sm shadow-float hover:bg-hover"
    >
      <ArrowDown aria-hidden className="size-4" />
      Jump to newest
      {unread > 0 && <span className="sr-only">, {unread} new</span>}
      <Badge count={unread} />
    </button>
  );
}

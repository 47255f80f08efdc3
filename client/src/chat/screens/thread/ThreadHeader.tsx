import { presenceLabel } from '@sangam/shared/core/time';
import { ArrowLeft, EllipsisVertical } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { useIsMuted } from '../../../notices/state/choices';
import { usePresence } from '../../../people/state/presence';
import { Avatar } from '../../../ui/Avatar';
import { IconButton } from '../../../ui/button/IconButton';
import { cx } from '../../../ui/cx';
import { Popover } from '../../../ui/overlay/Popover';
import { Skeleton } from '../../../ui/page/Skeleton';
import { useNow } from '../../../ui/TimeAgo';
import { useTyping } from '../../state/thread/typing';

const ThreadActs = lazyPart(() => import('./ThreadActs'), 'ThreadActs');

interface ThreadHeaderProps {
  otherId: number;
  /** Null until it has been fetched. */
  name: string | null;
  onBack: () => void;
  onBlock: () => void;
}

/** Whom one is talking to, whether they are there, and what can be done with the conversation. */
export function ThreadHeader({ otherId, name, onBack, onBlock }: ThreadHeaderProps) {
  const presence = usePresence(otherId);
  const typing = useTyping((state) => state.ids.has(otherId));
  const muted = useIsMuted(otherId);
  const [open, setOpen] = useState(false);
  const now = useNow();
  return (
    <header className="flex items-center gap-3 border-line border-b px-2 py-2.5 max-md:py-2 md:px-4">
      <IconButton icon={ArrowLeft} label="Back to conversations" onClick={onBack} className="md:hidden" />
      {name === null ? (
        <Skeleton className="size-10 rounded-full" />
      ) : (
        <Avatar id={otherId} name={name} online={presence?.is_online} />
      )}
      <div className="min-w-0 flex-1">
        {name === null ? (
          <Skeleton className="h-4 w-32" />
        ) : (
          <h2 className="truncate text-base leading-tight">{name}</h2>
        )}
        {presence && (
          <p className={cx('truncate text-sm', presence.is_online ? 'text-online-text' : 'text-muted')}>
            {typing ? 'Typing…' : presenceLabel(presence.is_online, presence.last_active, now)}
            {muted && <span className="text-muted"> · Muted</span>}
          </p>
        )}
      </div>
      {name !== null && (
        <Popover
          label="Conversation"
          role="menu"
          open={open}
          onOpenChange={setOpen}
          trigger={<IconButton icon={EllipsisVertical} label="More" />}
        >
          <Suspense>
            <ThreadActs otherId={otherId} name={name} muted={muted} onBlock={onBlock} onLeave={() => setOpen(false)} />
          </Suspense>
        </Popover>
      )}
    </header>
  );
}

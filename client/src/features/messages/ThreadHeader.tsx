import { presenceLabel } from '@sangam/shared/rules/time';
import { ArrowLeft } from 'lucide-react';
import { usePresence } from '../../stores/entities/presence';
import { useTyping } from '../../stores/typing';
import { Avatar } from '../../ui/Avatar';
import { cx } from '../../ui/cx';
import { IconButton } from '../../ui/IconButton';
import { Skeleton } from '../../ui/Skeleton';
import { useNow } from '../../ui/TimeAgo';

interface ThreadHeaderProps {
  otherId: number;
  /** Null until it has been fetched. */
  name: string | null;
  onBack: () => void;
}

/** Whom one is talking to, and whether they are there. */
export function ThreadHeader({ otherId, name, onBack }: ThreadHeaderProps) {
  const presence = usePresence(otherId);
  const typing = useTyping((state) => state.ids.has(otherId));
  const now = useNow();
  return (
    <header className="flex items-center gap-3 border-line border-b px-2 py-2.5 max-md:py-2 md:px-4">
      <IconButton icon={ArrowLeft} label="Back to conversations" onClick={onBack} className="md:hidden" />
      {name === null ? (
        <Skeleton className="size-10 rounded-full" />
      ) : (
        <Avatar id={otherId} name={name} online={presence?.is_online} />
      )}
      <div className="min-w-0">
        {name === null ? (
          <Skeleton className="h-4 w-32" />
        ) : (
          <h2 className="truncate text-base leading-tight">{name}</h2>
        )}
        {presence && (
          <p className={cx('truncate text-sm', presence.is_online ? 'text-online-text' : 'text-muted')}>
            {typing ? 'Typing…' : presenceLabel(presence.is_online, presence.last_active, now)}
          </p>
        )}
      </div>
    </header>
  );
}

import { isolate } from '@sangam/shared/core/isolate';
import { History, X } from 'lucide-react';
import { Button } from '../../../ui/button/Button';
import { IconButton } from '../../../ui/button/IconButton';
import { clearRecentSearches, useRecentSearches } from '../../state/recent-searches';

interface RecentSearchesProps {
  onChoose: (text: string) => void;
  onRemove: (text: string) => void;
  /** Returns the focus to the field. */
  onLeave: () => void;
}

/** The latest searches on this device. */
export function RecentSearches({ onChoose, onRemove, onLeave }: RecentSearchesProps) {
  const searches = useRecentSearches();
  if (searches.length === 0) return null;
  return (
    <section aria-label="Recent searches">
      <div className="flex items-center justify-between gap-3 px-3">
        <h3 className="eyebrow">Recent searches</h3>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            clearRecentSearches();
            onLeave();
          }}
        >
          Clear
        </Button>
      </div>
      <ul>
        {searches.map((search) => (
          <li key={search} className="flex items-center rounded-md hover:bg-hover">
            <button
              type="button"
              data-line={search}
              onClick={() => onChoose(search)}
              className="flex min-h-control min-w-0 flex-1 items-center gap-3 rounded-md px-3 text-left text-sm"
            >
              <History aria-hidden className="size-4 shrink-0 text-muted" />
              <span dir="auto" className="truncate">
                {search}
              </span>
            </button>
            <IconButton icon={X} label={`Remove “${isolate(search)}”`} onClick={() => onRemove(search)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

import { History, X } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { Button } from '../../../ui/button/Button';
import { IconButton } from '../../../ui/button/IconButton';
import { clearRecentSearches, removeRecentSearch, useRecentSearches } from '../../state/recent-searches';

interface RecentSearchesProps {
  onChoose: (text: string) => void;
  /** Returns the focus to the field. */
  onLeave: () => void;
}

/** The latest searches on this device. The arrow keys move between them, and Delete removes one. */
export function RecentSearches({ onChoose, onLeave }: RecentSearchesProps) {
  const searches = useRecentSearches();
  const list = useRef<HTMLUListElement>(null);
  if (searches.length === 0) return null;
  const lines = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-recent]') ?? [])];
  const remove = (search: string) => {
    const at = searches.indexOf(search);
    removeRecentSearch(search);
    // The focus stays in the list while it has lines.
    requestAnimationFrame(() => (lines()[at] ?? lines().at(-1) ?? { focus: onLeave }).focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const line =
      event.target instanceof Element ? event.target.closest('li')?.querySelector<HTMLElement>('[data-recent]') : null;
    if (!line) return;
    const at = lines().indexOf(line);
    if (event.key === 'ArrowDown') lines()[at + 1]?.focus();
    else if (event.key === 'ArrowUp' && at > 0) lines()[at - 1]?.focus();
    else if (event.key === 'ArrowUp') onLeave();
    else if (event.key === 'Delete') remove(searches[at] ?? '');
    else return;
    event.preventDefault();
  };
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
      <ul ref={list} onKeyDown={onKeyDown}>
        {searches.map((search) => (
          <li key={search} className="flex items-center rounded-md hover:bg-hover">
            <button
              type="button"
              data-recent
              onClick={() => onChoose(search)}
              className="flex min-h-control min-w-0 flex-1 items-center gap-3 rounded-md px-3 text-left text-sm"
            >
              <History aria-hidden className="size-4 shrink-0 text-muted" />
              <span dir="auto" className="truncate">
                {search}
              </span>
            </button>
            <IconButton icon={X} label={`Remove “${search}”`} onClick={() => remove(search)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

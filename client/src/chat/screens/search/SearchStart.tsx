import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Avatar } from '../../../ui/Avatar';
import { removeRecentSearch } from '../../state/recent-searches';
import { showRequested } from '../../state/requested-conversations';
import { latestConversations, type Option } from './options';
import { RecentSearches } from './RecentSearches';

/** Filters offered for an empty field. A press puts `text` into the field, which the reader completes. */
const filters: { text: string; example?: string; finds: string }[] = [
  { text: 'from:', example: 'from:name', finds: 'Messages from a member' },
  { text: 'in:', example: 'in:name', finds: 'Messages in one conversation' },
  { text: 'has:file', finds: 'Messages with a file' },
  { text: 'has:image', finds: 'Messages with a picture' },
  { text: 'has:link', finds: 'Messages with a link' },
  { text: 'is:mention', finds: 'Messages that mention you' },
  { text: 'after:', example: 'after:2026-02', finds: 'Messages since a date' },
  { text: '"', example: '"exact words"', finds: 'Messages with this exact phrase' },
];

interface SearchStartProps {
  /** Only one conversation is searched. */
  isWithin: boolean;
  /** Puts a text into the field. */
  onChoose: (text: string) => void;
  onOpen: (conversation: Option) => void;
  /** Returns the focus to the field. */
  onLeave: () => void;
}

/** Moves the focus from the field to the first line. */
export const focusStart = (): void => document.querySelector<HTMLElement>('[data-line]')?.focus();

/**
 * Offers for an empty field: the latest conversations and searches, and filters. The arrow keys move between them, and Delete removes a
 * search.
 */
export function SearchStart({ isWithin, onChoose, onOpen, onLeave }: SearchStartProps) {
  const container = useRef<HTMLDivElement>(null);
  const lines = () => [...(container.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])];
  const removeSearch = (search: string) => {
    const index = lines().findIndex((line) => line.dataset.line === search);
    removeRecentSearch(search);
    // Keeps the focus in the list.
    requestAnimationFrame(() => (lines()[index] ?? { focus: onLeave }).focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const line =
      event.target instanceof Element ? event.target.closest('li')?.querySelector<HTMLElement>('[data-line]') : null;
    if (!line) return;
    const index = lines().indexOf(line);
    if (event.key === 'ArrowDown') lines()[index + 1]?.focus();
    else if (event.key === 'ArrowUp' && index > 0) lines()[index - 1]?.focus();
    else if (event.key === 'ArrowUp') onLeave();
    else if (event.key === 'Delete' && line.dataset.line) removeSearch(line.dataset.line);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between its buttons
    <div ref={container} onKeyDown={onKeyDown} className="grid gap-2">
      {!isWithin && (
        <>
          <LatestConversations onOpen={onOpen} />
          <RecentSearches onChoose={onChoose} onRemove={removeSearch} onLeave={onLeave} />
        </>
      )}
      <Filters isWithin={isWithin} onChoose={onChoose} />
    </div>
  );
}

/** The latest conversations as of the opening of the search, so that no row moves. */
function LatestConversations({ onOpen }: Pick<SearchStartProps, 'onOpen'>) {
  const [latest] = useState(latestConversations);
  // Loads conversations with requests for the next opening.
  useEffect(showRequested, []);
  if (latest.length === 0) return null;
  return (
    <OfferList title="Recent conversations">
      {latest.map((option) => (
        <li key={option.id}>
          <button
            type="button"
            data-line=""
            onClick={() => onOpen(option)}
            className="flex min-h-control w-full items-center gap-3 rounded-md px-3 text-left text-sm hover:bg-hover"
          >
            <Avatar {...option.avatar} name={option.within.name} size="sm" />
            <bdi className="truncate">{option.within.name}</bdi>
          </button>
        </li>
      ))}
    </OfferList>
  );
}

const Filters = ({ isWithin, onChoose }: Pick<SearchStartProps, 'isWithin' | 'onChoose'>) => (
  <OfferList title="Filter messages" className="flex flex-wrap gap-2 px-3 py-1">
    {filters
      .filter(({ text }) => !isWithin || text !== 'in:')
      .map(({ text, example = text, finds }) => (
        <li key={text}>
          <button
            type="button"
            data-line=""
            onClick={() => onChoose(text)}
            className="min-h-control-sm rounded-md border border-line px-2.5 text-sm hover:border-control hover:bg-hover"
          >
            {example}
            <span className="sr-only"> {finds}</span>
          </button>
        </li>
      ))}
  </OfferList>
);

function OfferList({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="eyebrow px-3 py-1">
        {title}
      </h3>
      <ul className={className}>{children}</ul>
    </section>
  );
}

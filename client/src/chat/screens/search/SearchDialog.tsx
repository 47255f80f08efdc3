import { parseSearch } from '@sangam/shared/chat/search-text';
import { wordsOf } from '@sangam/shared/core/search-words';
import { peopleLimits } from '@sangam/shared/people/limits';
import { projectLimits } from '@sangam/shared/projects/limits';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { isTemporary } from '../../../core/api/errors';
import { useLoadAgain } from '../../../lib/loading/use-load-again';
import { Button } from '../../../ui/button/Button';
import { IconButton } from '../../../ui/button/IconButton';
import { cx } from '../../../ui/cx';
import { Input } from '../../../ui/form/Input';
import { Dialog } from '../../../ui/overlay/Dialog';
import { kindOf } from '../../state/kinds';
import { addRecentSearch } from '../../state/recent-searches';
import { type SearchBoxKind, type SearchedIn, searchDialog } from '../../state/search-dialog';
import { openThread } from '../../sync/thread-sync';
import { keyOfFound } from './find-names';
import { OptionRow } from './OptionRow';
import { groupsOf, keyWithin, nameOf, type Option, pathOf } from './options';
import { focusStart, SearchStart } from './SearchStart';
import { statusOf } from './search-status';
import { useActiveOption } from './use-active-option';
import { useSearch } from './use-search';

const labels = {
  // A phone has no room for the whole label.
  everything: {
    title: 'Search',
    label: 'Search projects, people and messages',
    placeholder: 'Projects, people, messages',
  },
  people: { title: 'New chat', label: 'Member’s name', placeholder: 'Member’s name' },
};

/** Finds messages, people and projects, or a member to write to. */
export function SearchDialog() {
  const subject = searchDialog.use();
  // Keeps its content while it closes.
  const [shown, setShown] = useState(subject ?? 'everything');
  if (subject !== null && subject !== shown) setShown(subject);
  const kind = typeof shown === 'string' ? shown : 'everything';
  const within = typeof shown === 'string' ? null : shown.in;
  return (
    <Dialog open={subject !== null} onOpenChange={() => searchDialog.close()} title={labels[kind].title} isAtTop>
      <SearchBox key={`${kind} ${within?.id} ${within?.conversationId}`} kind={kind} start={within} />
    </Dialog>
  );
}

/** On a phone, where the dialog is at the bottom, the height is fixed, so that the field keeps its place. */
const listClass = '-mx-3 max-h-[min(26rem,55dvh)] overflow-y-auto max-sm:h-[55dvh]';

const inConversationLabel = 'Search this conversation';
/** The `in:` filter of a search, which is replaced when the reader chooses a conversation. */
const inFilter = /(?<!\S)in:(?:"[^"]*"?|\S*)/iu;

/** Older messages are fetched this near to the end of the list. */
const AHEAD_PX = 200;

function SearchBox({ kind, start }: { kind: SearchBoxKind; start: SearchedIn | null }) {
  const [text, setText] = useState('');
  const [within, setWithin] = useState(start);
  const { found, loadMore, retry } = useSearch(kind, text, within);
  const openResult = useOpenResult();
  const field = useRef<HTMLInputElement>(null);
  const maxChars = kind === 'people' ? peopleLimits.nameMaxChars : projectLimits.searchMaxChars;
  const search = (typed: string) => {
    setText([...typed].slice(0, maxChars).join(''));
    activate(null);
  };
  const choose = (option: Option) => {
    if (option.kind === 'in') {
      setWithin(option.within);
      search(text.replace(inFilter, ' ').trim());
      return;
    }
    if (kind === 'everything' && within === null) addRecentSearch(text);
    openResult(option);
  };
  const groups = groupsOf(kind, found, text, within !== null);
  const options = groups.flatMap((group) => group.options);
  const results = options.filter((option) => option.kind !== 'browse');
  const isFound = found.text === text && !found.isSearching;
  // The line about an empty result comes before the suggestions.
  const isEmpty = found.text !== '' && results.length === 0;
  const { active, activate, enter } = useActiveOption({ options, text, isFound, choose });

  const pointTo = (option: Option | undefined) => {
    if (!option) return;
    activate(option.id);
    document.getElementById(option.id)?.scrollIntoView({ block: 'nearest' });
    if (option === options.at(-1) || option === options.at(-2)) loadMore();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const index = active ? options.indexOf(active) : -1;
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Backspace' && text === '' && within) setWithin(null);
    else if (event.key === 'ArrowDown' && options.length === 0) focusStart();
    else if (event.key === 'ArrowDown') pointTo(options[(index + 1) % options.length]);
    else if (event.key === 'ArrowUp') pointTo(options.at(index - 1));
    else if (event.key !== 'Enter' || !enter()) return;
    event.preventDefault();
  };

  return (
    <div className="grid gap-3">
      {within && (
        <p className="flex min-w-0 items-center gap-2 rounded-md bg-hover pl-3 text-sm">
          <span className="min-w-0 flex-1 truncate">
            {kindOf(keyWithin(within)).searched} <bdi className="font-semibold">{within.name}</bdi>
          </span>
          <IconButton icon={X} label="Search all conversations" onClick={() => setWithin(null)} />
        </p>
      )}
      <Input
        type="search"
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls="search-found"
        aria-autocomplete="list"
        aria-activedescendant={active?.id}
        label={within ? inConversationLabel : labels[kind].label}
        hideLabel
        placeholder={within ? inConversationLabel : labels[kind].placeholder}
        autoComplete="off"
        ref={field}
        value={text}
        onChange={({ target }) => search(target.value)}
        onKeyDown={onKeyDown}
        icon={<Search aria-hidden className="size-4" />}
      />
      {kind === 'everything' && text === '' && (
        <div className={listClass}>
          <SearchStart
            isWithin={within !== null}
            onChoose={(chosen) => {
              search(chosen);
              field.current?.focus();
            }}
            onOpen={openResult}
            onLeave={() => field.current?.focus()}
          />
        </div>
      )}
      <div
        id="search-found"
        role="listbox"
        aria-label="Results"
        hidden={kind === 'everything' && text === ''}
        className={cx(listClass, found.text !== text && 'opacity-60', isEmpty && 'order-1')}
        onScroll={({ currentTarget: list }) => {
          if (list.scrollHeight - list.scrollTop - list.clientHeight < AHEAD_PX) loadMore();
        }}
      >
        <OptionGroups
          groups={groups}
          words={kind === 'people' ? wordsOf(text) : parseSearch(text).words}
          active={active}
          onChoose={choose}
          onPoint={({ id }) => activate(id)}
        />
      </div>
      <SearchStatus
        line={statusOf(kind, text, found, results.length)}
        found={found}
        loadMore={loadMore}
        retry={retry}
        onRetry={() => {
          // The focused button disappears with the error.
          field.current?.focus();
          retry();
        }}
      />
    </div>
  );
}

interface OptionGroupsProps {
  groups: ReturnType<typeof groupsOf>;
  /** The words to mark in the options. */
  words: readonly string[];
  active: Option | undefined;
  onChoose: (option: Option) => void;
  onPoint: (option: Option) => void;
}

const OptionGroups = ({ groups, words, active, onChoose, onPoint }: OptionGroupsProps) =>
  groups.map(({ title, options }) => (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset isn't part of a listbox
    <div key={title} role="group" aria-label={title} className="mb-2">
      <p aria-hidden className="eyebrow px-3 py-1">
        {title}
      </p>
      {options.map((option) => (
        <OptionRow
          key={option.id}
          option={option}
          words={words}
          isActive={option === active}
          onChoose={() => onChoose(option)}
          onPoint={() => onPoint(option)}
        />
      ))}
    </div>
  ));

type SearchState = ReturnType<typeof useSearch>;
interface SearchStatusProps extends SearchState {
  /** The line to show. */
  line: string;
  onRetry: () => void;
}

/** Shows the search's progress and the number of results below the list, and announces them. */
function SearchStatus({ line, found, loadMore, retry, onRetry }: SearchStatusProps) {
  // A page may have no results and yet a next page.
  const needsNextPage =
    found.next !== null && found.messages.length === 0 && !found.isSearching && found.error === null;
  useEffect(() => {
    if (needsNextPage) loadMore();
  }, [needsNextPage, loadMore]);
  useLoadAgain(retry, found.error !== null && isTemporary(found.error));
  return (
    // On a phone, as high as the longest text, so that the field stays in its place.
    <div className="flex items-center justify-between gap-3 max-sm:min-h-15">
      <p role="status" className="text-muted text-sm">
        {line}
      </p>
      {found.error && (
        <Button size="sm" busy={found.isSearching} onClick={onRetry}>
          Retry
        </Button>
      )}
    </div>
  );
}

/** Follows a result and closes the dialog. */
function useOpenResult(): (option: Option) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (option) => {
    const path = pathOf(option);
    const name = nameOf(option);
    searchDialog.close();
    // The address doesn't change, so the thread is moved directly.
    if (option.kind === 'message' && path === `${pathname}${search}`)
      void openThread(keyOfFound(option.message), option.message.seq);
    else navigate(path, name === null ? {} : { state: { name } });
  };
}

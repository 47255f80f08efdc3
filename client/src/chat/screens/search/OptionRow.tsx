import type { FoundMessage } from '@sangam/shared/chat/search';
import { isolate } from '@sangam/shared/core/isolate';
import { matchRanges } from '@sangam/shared/core/search-words';
import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { FolderKanban, Search } from 'lucide-react';
import { useSession } from '../../../core/session/session';
import { Avatar } from '../../../ui/Avatar';
import { cx } from '../../../ui/cx';
import { TimeAgo } from '../../../ui/TimeAgo';
import { HIDDEN_MESSAGE, useIsMessageHidden } from '../../state/kinds';
import { keyOfFound } from './find-names';
import type { Option } from './options';

interface OptionRowProps {
  option: Option;
  words: readonly string[];
  isActive: boolean;
  onChoose: () => void;
  onPoint: () => void;
}

/** One search result. It takes no focus, since the keyboard stays in the field. */
export function OptionRow({ option, words, isActive, onChoose, onPoint }: OptionRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard, and chooses with Enter
    // biome-ignore lint/a11y/useFocusableInteractive: the field names the active one
    <div
      role="option"
      id={option.id}
      aria-selected={isActive}
      onClick={onChoose}
      onMouseMove={onPoint}
      className={cx(
        'flex min-h-control cursor-pointer items-center gap-3 rounded-md px-3 py-2',
        isActive && 'bg-hover',
      )}
    >
      <Content option={option} words={words} />
    </div>
  );
}

/** Names a found message's conversation, and its sender if the conversation isn't named after them. */
function conversationLabel({ other_id, other_name, sender_id, sender_name }: FoundMessage, me: number): string {
  if (other_id === undefined)
    return `${sender_id === me ? 'You' : isolate(sender_name ?? FORMER_MEMBER)} in ${isolate(other_name)}`;
  return sender_id === me ? `You to ${isolate(other_name)}` : other_name;
}

function Content({ option, words }: { option: Option; words: readonly string[] }) {
  const me = useSession((state) => state.user?.id ?? 0);
  if (option.kind === 'person' || option.kind === 'page')
    return (
      <>
        <Avatar id={option.person.id} name={option.person.name} size="sm" />
        <span className="min-w-0 truncate">
          <Marked text={option.person.name} words={words} />
        </span>
      </>
    );
  if ('within' in option)
    return (
      <>
        <Avatar {...option.avatar} name={option.within.name} size="sm" />
        <span className="grid min-w-0">
          <bdi className="truncate">
            <Marked text={option.within.name} words={words} />
          </bdi>
          <bdi className="truncate text-muted text-sm">{option.lastMessage}</bdi>
        </span>
      </>
    );
  if (option.kind === 'message') return <MessageContent message={option.message} words={words} me={me} />;
  const isProject = option.kind === 'project';
  const Icon = isProject ? FolderKanban : Search;
  return (
    <>
      <span className="flex size-8 shrink-0 items-center justify-center text-muted">
        <Icon aria-hidden className="size-5" />
      </span>
      <span className="grid min-w-0">
        <span dir="auto" className="truncate">
          {isProject ? (
            <Marked text={option.project.title} words={words} />
          ) : (
            `Search all projects for “${option.text}”`
          )}
        </span>
        {isProject && option.project.why !== '' && (
          <span dir="auto" className="line-clamp-2 text-muted text-sm">
            <Marked text={option.project.why} words={words} />
          </span>
        )}
      </span>
    </>
  );
}

function MessageContent({ message, words, me }: { message: FoundMessage; words: readonly string[]; me: number }) {
  const isHidden = useIsMessageHidden(keyOfFound(message), message.sender_id);
  return (
    <>
      <Avatar id={message.other_id ?? message.sender_id} name={message.sender_name ?? message.other_name} size="sm" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-3">
          <span className="truncate text-muted text-sm">{conversationLabel(message, me)}</span>
          <TimeAgo time={message.created_at} className="shrink-0 text-muted text-xs" />
        </span>
        <span dir="auto" className="line-clamp-2 text-sm">
          {isHidden ? HIDDEN_MESSAGE : <Marked text={message.excerpt} words={words} />}
        </span>
      </span>
    </>
  );
}

/** Highlights the searched words in a text. */
function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const matches = words.length === 0 ? [] : matchRanges(text, words);
  const parts = matches.map(([start, end], index) => ({
    start,
    before: text.slice(matches[index - 1]?.[1] ?? 0, start),
    word: text.slice(start, end),
  }));
  return (
    <>
      {parts.map(({ start, before, word }) => (
        <span key={start}>
          {before}
          <mark className="rounded-xs bg-accent-soft font-semibold text-fg">{word}</mark>
        </span>
      ))}
      {text.slice(matches.at(-1)?.[1] ?? 0)}
    </>
  );
}

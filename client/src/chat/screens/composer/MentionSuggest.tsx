import { TEAM_MENTION } from '@sangam/shared/chat/mention-words';
import { unspaced } from '@sangam/shared/core/format/unspaced';
import { isolate } from '@sangam/shared/core/isolate';
import { hasWords, wordsOf } from '@sangam/shared/core/search-words';
import { Users } from 'lucide-react';
import { currentUserId } from '../../../core/session/session';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { Avatar } from '../../../ui/Avatar';
import { useTeamInfo } from '../../state/team/team-infos';
import { type Found, type Suggestion, SuggestList, type SuggestProps } from './SuggestList';

/** The beginning of a mention before the caret: up to three words after an `@` that begins a word. */
const begun = new RegExp(
  String.raw`(?:^|[^\p{L}\p{N}\p{M}_]|${unspaced.source})@((?:[\p{L}\p{N}\p{M}_'’‘ʼ.\u200c\u200d-]+ ?){0,3})$`,
  'u',
);

/** Suggests members of a team for a name being typed after an `@`. */
export function MentionSuggest({ conversation, ...props }: SuggestProps & { conversation: ConversationKey }) {
  // Empty in a direct conversation, and until the members are loaded.
  const members = useTeamInfo(conversation)?.participants.filter(({ id }) => id !== currentUserId()) ?? [];
  const isWhole = (typed: string): boolean =>
    typed.toLowerCase() === TEAM_MENTION || members.some(({ name }) => name === typed);
  const find = (text: string, caret: number): Found | null => {
    const typed = begun.exec(text.slice(0, caret))?.[1];
    if (typed === undefined) return null;
    const start = caret - typed.length - 1;
    // A complete name, with a space after it, is done.
    if (typed.endsWith(' ') && isWhole(typed.trimEnd())) return null;
    const words = wordsOf(typed);
    const fitting = members.filter(({ name }) => words.length === 0 || hasWords(name, words));
    // One suggestion for all members of the same name, since writing it mentions all of them.
    const list = fitting.flatMap((member): Suggestion[] => {
      const namesakes = fitting.filter(({ name }) => name === member.name);
      return namesakes[0] === member ? [suggestion(member, namesakes.length)] : [];
    });
    if (members.length > 0 && TEAM_MENTION.startsWith(typed.trimEnd().toLowerCase())) list.push(wholeTeam);
    return { start, list };
  };
  return (
    <SuggestList
      {...props}
      label="Members"
      count={(shown) => (shown === 1 ? '1 suggestion' : `${shown} suggestions`)}
      find={find}
    />
  );
}

const suggestion = ({ id, name }: { id: number; name: string }, namesakes: number): Suggestion => ({
  key: `${id}`,
  text: `@${name} `,
  label: namesakes === 1 ? name : `${isolate(name)}, notifies ${namesakes} members`,
  view: (
    <>
      <Avatar id={id} name={name} size="sm" />
      <span className="truncate text-sm">
        <bdi>{name}</bdi>
        {namesakes > 1 && <span className="text-muted"> notifies {namesakes} members</span>}
      </span>
    </>
  ),
});

const wholeTeam: Suggestion = {
  key: TEAM_MENTION,
  text: `@${TEAM_MENTION} `,
  label: 'The whole team',
  view: (
    <>
      <span aria-hidden className="inline-flex size-8 shrink-0 items-center justify-center rounded-full bg-surface">
        <Users className="size-4" />
      </span>
      <span className="truncate text-sm">
        @{TEAM_MENTION} <span className="text-muted">notifies everyone</span>
      </span>
    </>
  ),
};

import type { FoundMessage, FoundPerson, FoundProject } from '@sangam/shared/chat/search';
import { parseSearch } from '@sangam/shared/chat/search-text';
import { hasWords, wordsOf } from '@sangam/shared/core/words';
import { conversationPath, messagePath } from '../../../lib/links/chat-link';
import { useConversations } from '../../state/conversations';
import { keyOf } from '../../state/known-conversations';
import type { SearchBoxKind } from '../../state/search-dialog';
import { keyOfFound, matchRank } from './find-names';
import type { Found } from './use-search';

/** One result. `id` names its element and stays the same while the list changes. */
export type Option =
  | { kind: 'person'; id: string; person: FoundPerson }
  // A member without a conversation, whose page the reader may see.
  | { kind: 'page'; id: string; person: FoundPerson }
  | { kind: 'project'; id: string; project: FoundProject }
  | { kind: 'message'; id: string; message: FoundMessage }
  | { kind: 'browse'; id: string; text: string }
  // One of several members whom `in:` may mean.
  | { kind: 'in'; id: string; person: FoundPerson; lastMessage: string };

interface Group {
  title: string;
  options: Option[];
}

const peopleOptions = (list: readonly FoundPerson[]): Option[] =>
  list.map((person) => ({ kind: 'person', id: `person-${person.id}`, person }));

/** Returns the results in groups, without empty ones. Of people and projects, the group with the better match is first. */
export function groupsOf(kind: SearchBoxKind, found: Found, isWithin = false): Group[] {
  if (kind === 'people')
    return filled([
      { title: 'You talk with', options: peopleOptions(found.people.filter((person) => person.has_conversation)) },
      { title: 'Others', options: peopleOptions(found.people.filter((person) => !person.has_conversation)) },
    ]);
  const text = found.text.trim();
  const words = wordsOf(text);
  const people = {
    title: 'People',
    options: found.people.map(
      (person): Option => ({ kind: person.has_conversation ? 'person' : 'page', id: `person-${person.id}`, person }),
    ),
  };
  const projects = {
    title: 'Projects',
    options: found.projects.map((project): Option => ({ kind: 'project', id: `project-${project.id}`, project })),
  };
  const [person, project] = [found.people[0], found.projects[0]];
  const isProjectBetter =
    person !== undefined && project !== undefined && matchRank(project.title, words) < matchRank(person.name, words);
  return filled([
    { title: 'In the conversation with', options: isWithin ? [] : namesakes(text) },
    ...(isProjectBetter ? [projects, people] : [people, projects]),
    {
      title: 'Messages',
      options: found.messages.map(
        (message): Option => ({ kind: 'message', id: `message-${keyOfFound(message)}-${message.seq}`, message }),
      ),
    },
    { title: 'Elsewhere', options: text === '' || isWithin ? [] : [{ kind: 'browse', id: 'browse', text }] },
  ]);
}

/** The members whom the text's `in:` may mean, where there are several. */
function namesakes(text: string): Option[] {
  const [name, ...others] = parseSearch(text).in;
  if (name === undefined || others.length > 0) return [];
  const list = useConversations.getState().list.data ?? [];
  const meant = list.filter((conversation) => hasWords(conversation.name, wordsOf(name)));
  if (meant.length < 2) return [];
  return meant.slice(0, NAMESAKES_MAX).map(({ otherId: id, name: other, last_message }) => ({
    ...{ kind: 'in', id: `in-${id}`, lastMessage: last_message ?? '' },
    person: { id, name: other, has_conversation: true },
  }));
}
const NAMESAKES_MAX = 5;

const filled = (groups: Group[]): Group[] => groups.filter(({ options }) => options.length > 0);

/** Returns the address of a result. */
export function pathOf(option: Option): string {
  if (option.kind === 'person' || option.kind === 'in')
    return conversationPath(keyOf({ ...option.person, memberId: option.person.id }));
  if (option.kind === 'page') return `/people/${option.person.id}`;
  if (option.kind === 'project') return `/projects/${option.project.id}`;
  if (option.kind === 'message') return messagePath(keyOfFound(option.message), option.message.seq);
  return `/projects?${new URLSearchParams({ search: option.text })}`;
}

/** Returns the member's name, shown before the conversation has been fetched. */
export const nameOf = (option: Option): string | null =>
  option.kind === 'person' || option.kind === 'in'
    ? option.person.name
    : option.kind === 'message'
      ? option.message.other_name
      : null;

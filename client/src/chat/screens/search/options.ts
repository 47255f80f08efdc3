import type { FoundMessage, FoundPerson } from '@sangam/shared/chat/search';
import { hasFilters, parseSearch } from '@sangam/shared/chat/search-text';
import { hasWords, wordsOf } from '@sangam/shared/core/search-words';
import { withoutFormatting } from '@sangam/shared/core/without-formatting';
import { type ConversationKey, conversationPath, messagePath } from '../../../lib/links/chat-link';
import { newestFirst } from '../../../lib/text/compare';
import { useConversations } from '../../state/conversations';
import { lastMessageTextOf } from '../../state/kinds';
import { idIn, keyOf } from '../../state/known-conversations';
import { useRequested } from '../../state/requested-conversations';
import type { SearchBoxKind, SearchedIn } from '../../state/search-dialog';
import { useTeams } from '../../state/teams';
import { keyOfFound, matchRank, type NamedProject } from './find-names';
import type { Found } from './use-search';

/** One result. `id` names its element and stays the same while the list changes. */
export type Option =
  | { kind: 'person'; id: string; person: FoundPerson }
  // A member without a conversation, whose page the reader may see.
  | { kind: 'page'; id: string; person: FoundPerson }
  | { kind: 'project'; id: string; project: NamedProject }
  | { kind: 'message'; id: string; message: FoundMessage }
  | { kind: 'browse'; id: string; text: string }
  // `in`: a conversation that the text's `in:` may mean. `team`: a team's conversation to open.
  | { kind: 'in' | 'team'; id: string; within: SearchedIn; avatar: Avatar; lastMessage: string };

interface Avatar {
  id: number;
  isProject: boolean;
}

interface Group {
  title: string;
  options: Option[];
}

const peopleOptions = (list: readonly FoundPerson[]): Option[] =>
  list.map((person) => ({ kind: 'person', id: `person-${person.id}`, person }));

/** Returns the conversation to which a search is limited. */
export const keyWithin = ({ id, conversationId }: SearchedIn): ConversationKey =>
  keyOf({ conversation_id: conversationId, memberId: id });

/**
 * Returns the non-empty groups of results. Of people and projects, the group with the better match comes first. `typed`: the field's text,
 * whose results may not have arrived yet.
 */
export function groupsOf(kind: SearchBoxKind, found: Found, typed: string, isWithin: boolean): Group[] {
  if (kind === 'people')
    return nonEmpty([
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
  return nonEmpty([
    { title: 'Search in', options: isWithin ? [] : inFilterCandidates(typed) },
    ...(isProjectBetter ? [projects, people] : [people, projects]),
    { title: 'Team chats', options: isWithin || hasFilters(text) ? [] : teamChats(words) },
    {
      title: 'Messages',
      options: found.messages.map(
        (message): Option => ({ kind: 'message', id: `message-${keyOfFound(message)}-${message.seq}`, message }),
      ),
    },
    { title: 'More', options: mayBrowse(text) && !isWithin ? [{ kind: 'browse', id: 'browse', text }] : [] },
  ]);
}

/** Whether the project list can be searched for a text. It doesn't support the filters of messages. */
const mayBrowse = (text: string): boolean => text !== '' && !hasFilters(text);

/** An `in:` at the end of the text, whose name is still being typed. */
const unfinishedInFilter = /(?<!\S)in:(?:"[^"]*|[^\s"]*)$/iu;

/** Returns the conversations that the text's `in:` may mean, newest first: while it is being typed, and if several have this name. */
function inFilterCandidates(text: string): Option[] {
  const isTyped = unfinishedInFilter.test(text);
  const [name = '', ...others] = parseSearch(text).in;
  if (others.length > 0 || (name === '' && !isTyped)) return [];
  const words = wordsOf(name);
  const candidates = loadedConversations().filter(
    (conversation) => words.length === 0 || hasWords(conversation.name, words),
  );
  return isTyped || candidates.length > 1 ? candidates.slice(0, CANDIDATES_MAX).map(({ option }) => option) : [];
}

/** Returns the teams' conversations whose names have these folded words, the best match first. Needs no connection. */
const teamChats = (words: readonly string[]): Option[] =>
  loadedTeams()
    .filter(({ name }) => words.length > 0 && hasWords(name, words))
    .toSorted((a, b) => matchRank(a.name, words) - matchRank(b.name, words) || byTime(a, b))
    .slice(0, CANDIDATES_MAX)
    .map(({ option }) => ({ ...option, kind: 'team', id: `team-${keyWithin(option.within)}` }));

type InOption = Extract<Option, { kind: 'in' | 'team' }>;

/** Returns the conversations to offer for an empty field, including those with only a request. */
export const latestConversations = (): InOption[] =>
  [...loadedConversations(), ...requestedConversations()]
    .toSorted(byTime)
    .slice(0, LATEST_MAX)
    .map(({ option }) => option);
const LATEST_MAX = 5;

interface LoadedConversation {
  name: string;
  at: string;
  option: InOption;
}

const byTime = (a: LoadedConversation, b: LoadedConversation): number => newestFirst(a.at, b.at);

/** Conversations with only a join request, an interest or an invitation, in which there is nothing to search. */
const requestedConversations = (): LoadedConversation[] =>
  (useRequested.getState().data ?? []).map(({ id, name, project_title, requested_at: at }) => ({
    name,
    at,
    option: optionIn({ id, name }, { id, isProject: false }, project_title),
  }));

/** All listed conversations, the newest first. */
function loadedConversations(): LoadedConversation[] {
  const direct = (useConversations.getState().list.data ?? []).map(({ otherId: id, name, ...row }) => ({
    name,
    at: row.last_message_time ?? '',
    option: optionIn({ id, name }, { id, isProject: false }, withoutFormatting(row.last_message ?? '')),
  }));
  return [...direct, ...loadedTeams()].toSorted(byTime);
}

const loadedTeams = (): LoadedConversation[] =>
  (useTeams.getState().list ?? []).map((team) => ({
    name: team.name,
    at: team.active_at,
    option: optionIn(
      { conversationId: idIn(team.key) ?? 0, name: team.name },
      { id: team.project_id, isProject: true },
      lastMessageTextOf(team),
    ),
  }));

const optionIn = (within: SearchedIn, avatar: Avatar, lastMessage: string): InOption => ({
  kind: 'in',
  id: `in-${keyWithin(within)}`,
  within,
  avatar,
  lastMessage,
});
const CANDIDATES_MAX = 5;

const nonEmpty = (groups: Group[]): Group[] => groups.filter(({ options }) => options.length > 0);

/** Returns the address of a result. */
export function pathOf(option: Option): string {
  if (option.kind === 'person') return conversationPath(keyOf({ ...option.person, memberId: option.person.id }));
  if ('within' in option) return conversationPath(keyWithin(option.within));
  if (option.kind === 'page') return `/people/${option.person.id}`;
  if (option.kind === 'project') return `/projects/${option.project.id}`;
  if (option.kind === 'message') return messagePath(keyOfFound(option.message), option.message.seq);
  return `/projects?${new URLSearchParams({ search: option.text })}`;
}

/** Returns the name to show until the conversation has been fetched, if the result has one. */
export const nameOf = (option: Option): string | null =>
  option.kind === 'person' ? option.person.name : option.kind === 'message' ? option.message.other_name : null;

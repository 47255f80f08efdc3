import type { FoundMessage, FoundPerson, FoundProject } from '@sangam/shared/chat/search';
import { parseSearch } from '@sangam/shared/chat/search-text';
import { hasWords, wordsOf } from '@sangam/shared/core/words';
import { useCallback, useEffect, useRef, useState } from 'react';
import { request } from '../../../core/api/client';
import type { ApiError } from '../../../core/api/errors';
import { followChangedMessages } from '../../state/changed-messages';
import { useConversations } from '../../state/conversations';
import type { SearchBoxKind } from '../../state/search-dialog';

/** The search starts this long after the last keystroke. */
const PAUSE_MS = 200;
/** While older messages are being indexed, the search repeats after this time. */
const AGAIN_MS = 3_000;
/** This many people and projects are listed above the messages. */
const FEW = 5;

type Place = { before: string; before_id: number } | null;

export interface Found {
  /** The text these results belong to. */
  text: string;
  people: readonly FoundPerson[];
  projects: readonly FoundProject[];
  messages: readonly FoundMessage[];
  next: Place;
  isIndexing: boolean;
  isLooking: boolean;
  error: ApiError | null;
}

const nothing: Found = {
  ...{ text: '', people: [], projects: [], messages: [], next: null },
  ...{ isIndexing: false, isLooking: false, error: null },
};

/** Finds people among the loaded conversations, at once and without a connection. */
const peopleHere = (text: string): FoundPerson[] => {
  const words = wordsOf(text);
  const list = useConversations.getState().list.data ?? [];
  return list.filter(({ name }) => hasWords(name, words)).map(({ id, name }) => ({ id, name, has_conversation: true }));
};

/**
 * Searches people, own projects and messages for a text, and returns each result as it arrives. `more` fetches older
 * messages.
 */
export function useSearch(kind: SearchBoxKind, text: string): { found: Found; more: () => void } {
  const [found, setFound] = useState<Found>(nothing);
  const current = useRef(found);
  current.current = found;

  useEffect(() => {
    const live = new AbortController();
    const { signal } = live;
    const put = (part: Partial<Found>) => {
      if (!signal.aborted) setFound((before) => ({ ...before, ...part }));
    };
    const name = text.trim();
    const { words } = parseSearch(text);
    const isForPeople = kind === 'people';
    const isEmpty = name === '';
    setFound({
      ...nothing,
      text,
      people: isEmpty && !isForPeople ? [] : peopleHere(name),
      isLooking: !isEmpty || isForPeople,
    });
    if (isEmpty && !isForPeople) return () => live.abort();

    const lookForPeople = async () => {
      const answer = await request('GET /api/search/people', { query: { q: name }, signal });
      if (answer.ok) put({ people: answer.value.data.people });
      return answer;
    };
    const lookForProjects = async () => {
      const answer = await request('GET /api/search/projects', { query: { q: name }, signal });
      if (answer.ok) put({ projects: answer.value.data.projects });
      return answer;
    };
    let again: ReturnType<typeof setTimeout> | undefined;
    const lookForMessages = async () => {
      const answer = await request('GET /api/search/messages', { query: { q: text }, signal });
      if (!answer.ok) return answer;
      const { messages, next, is_indexing } = answer.value.data;
      put({ messages, next, isIndexing: is_indexing });
      if (is_indexing && !signal.aborted) again = setTimeout(() => void lookForMessages(), AGAIN_MS);
      return answer;
    };
    const look = async () => {
      // A text with only filters names no people or projects.
      const hasFilter = text.includes(':') && wordsOf(name).length !== words.length;
      const asked = isForPeople
        ? [lookForPeople()]
        : [lookForMessages(), ...(hasFilter ? [] : [lookForPeople(), lookForProjects()])];
      const failed = (await Promise.all(asked)).find((answer) => !answer.ok);
      put({ isLooking: false, error: failed && !failed.ok ? failed.error : null });
    };
    const timer = setTimeout(() => void look(), PAUSE_MS);
    // A result that was edited may have other words, or not be found any more.
    const stop = followChangedMessages(({ seq }, otherId) => {
      const isOther = (one: FoundMessage) => one.other_id !== otherId || one.seq !== seq;
      if (current.current.messages.every(isOther)) return;
      setFound((before) => ({ ...before, messages: before.messages.filter(isOther) }));
      void lookForMessages();
    });
    return () => {
      stop();
      clearTimeout(timer);
      clearTimeout(again);
      live.abort();
    };
  }, [kind, text]);

  const more = useCallback(() => {
    const { next, isLooking, text: asked } = current.current;
    if (next === null || isLooking) return;
    const isSame = (state: Found) => state.text === asked && state.next === next;
    setFound((state) => (isSame(state) ? { ...state, isLooking: true } : state));
    void request('GET /api/search/messages', { query: { q: asked, ...next } }).then((answer) =>
      setFound((state) => {
        if (!isSame(state)) return state;
        if (!answer.ok) return { ...state, isLooking: false, error: answer.error };
        const { messages, next: following } = answer.value.data;
        return { ...state, isLooking: false, error: null, messages: [...state.messages, ...messages], next: following };
      }),
    );
  }, []);
  return { found, more };
}

/** One result. `id` names its element and stays the same while the list changes. */
export type Option =
  | { kind: 'person'; id: string; person: FoundPerson }
  | { kind: 'project'; id: string; project: FoundProject }
  | { kind: 'message'; id: string; message: FoundMessage }
  | { kind: 'browse'; id: string; text: string };

export interface Group {
  title: string;
  options: Option[];
}

/** Returns the results in groups, without empty ones. */
export function groupsOf(kind: SearchBoxKind, found: Found): Group[] {
  const people = (list: readonly FoundPerson[]): Option[] =>
    list.map((person) => ({ kind: 'person', id: `person-${person.id}`, person }));
  if (kind === 'people') {
    const talked = people(found.people.filter((person) => person.has_conversation));
    const others = people(found.people.filter((person) => !person.has_conversation));
    return filled([
      { title: 'You talk with', options: talked },
      { title: 'Others', options: others },
    ]);
  }
  const text = found.text.trim();
  return filled([
    { title: 'People', options: people(found.people.filter((person) => person.has_conversation).slice(0, FEW)) },
    {
      title: 'My projects',
      options: found.projects
        .slice(0, FEW)
        .map((project): Option => ({ kind: 'project', id: `project-${project.id}`, project })),
    },
    {
      title: 'Messages',
      options: found.messages.map(
        (message): Option => ({ kind: 'message', id: `message-${message.other_id}-${message.seq}`, message }),
      ),
    },
    { title: 'Elsewhere', options: text === '' ? [] : [{ kind: 'browse', id: 'browse', text }] },
  ]);
}

const filled = (groups: Group[]): Group[] => groups.filter(({ options }) => options.length > 0);

/** Returns the address of a result. */
export function pathOf(option: Option): string {
  if (option.kind === 'person') return `/messages/${option.person.id}`;
  if (option.kind === 'project') return `/projects/${option.project.id}`;
  if (option.kind === 'message') return `/messages/${option.message.other_id}?m=${option.message.seq}`;
  return `/projects?${new URLSearchParams({ search: option.text })}`;
}

/** Returns the member's name, shown before the conversation has been fetched. */
export const nameOf = (option: Option): string | null =>
  option.kind === 'person' ? option.person.name : option.kind === 'message' ? option.message.other_name : null;

import type { FoundMessage, FoundPerson, FoundProject } from '@sangam/shared/chat/search';
import { hasWords, parseSearch, wordsOf } from '@sangam/shared/chat/search-text';
import { useCallback, useEffect, useRef, useState } from 'react';
import { request } from '../../../core/api/client';
import type { ApiError } from '../../../core/api/errors';
import { useConversations } from '../../state/conversations';
import type { SearchBoxKind } from '../../state/search-dialog';

/** So long nothing is typed before it is looked for. */
const PAUSE_MS = 200;
/** While older messages are made ready, it is looked for again after this time. */
const AGAIN_MS = 3_000;
/** So many people and projects stand above the messages. */
export const FEW = 5;

type Place = { before: string; before_id: number } | null;

export interface Found {
  /** What was typed when this was found. */
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

/** The people among the conversations that are here: found at once, also without a connection. */
const peopleHere = (text: string): FoundPerson[] => {
  const words = wordsOf(text);
  const list = useConversations.getState().list.data ?? [];
  return list.filter(({ name }) => hasWords(name, words)).map(({ id, name }) => ({ id, name, has_conversation: true }));
};

/** What belongs to a text that is typed: people, own projects and messages, each as it comes. `more` fetches older messages. */
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
      // A text of filters alone names nobody and no project.
      const hasFilter = text.includes(':') && wordsOf(name).length !== words.length;
      const asked = isForPeople
        ? [lookForPeople()]
        : [lookForMessages(), ...(hasFilter ? [] : [lookForPeople(), lookForProjects()])];
      const failed = (await Promise.all(asked)).find((answer) => !answer.ok);
      put({ isLooking: false, error: failed && !failed.ok ? failed.error : null });
    };
    const timer = setTimeout(() => void look(), PAUSE_MS);
    return () => {
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

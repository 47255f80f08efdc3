import type { TeamInfo } from '@sangam/shared/chat/teams';
import { type ComponentType, useEffect, useMemo, useState } from 'react';
import { WAITS_MAX_MS } from '../../../core/offline/wait-for-lists';
import { isStarting } from '../../../core/realtime/connection-status';
import { useSession } from '../../../core/session/session';
import { showLists } from '../../../core/store/shown-lists';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { importOnce, loadPart } from '../../../lib/loading/load-part';
import { type Card, loadCards, useCards } from '../../state/conversation-cards';
import { useKind } from '../../state/kinds';
import { useTeamInfo } from '../../state/team/team-infos';
import { useTeam } from '../../state/teams';
import { threadOf } from '../../state/thread/threads';
import type { Thread } from '../../state/thread/threads.reduce';
import type { ThreadItems } from '../thread-items/thread.select';

/** The code that places and draws cards. It loads for conversations that have cards. */
export interface CardPart {
  withCards(items: ThreadItems, thread: Thread | undefined, cards: readonly Card[]): ThreadItems;
  CardRow: ComponentType<{ card: Card; name: string; me: number }>;
  CardAnnouncer: ComponentType<{ cards: readonly Card[]; name: string; me: number }>;
  /** Loads code that only some cards need, so that no card grows after it is shown. Never rejects. */
  prepare?(cards: readonly Card[], me: number): Promise<unknown>;
}
type LoadPart = () => Promise<CardPart>;
const loadRequests: LoadPart = () => import('./RequestCard');
const loadEvents: LoadPart = () => import('./CardRow');
const loadInfo = importOnce(() => import('../../state/team/load-team-info'));

const loaded = new Map<LoadPart, CardPart>();

/** Returns the code that draws cards; null until it has loaded, or if there are no cards. */
function useCardPart(load: LoadPart, needed: boolean): CardPart | null {
  const [, rerender] = useState(0);
  useEffect(() => {
    if (!needed || loaded.has(load)) return;
    const lifetime = new AbortController();
    void loadPart(load, lifetime.signal).then((found) => {
      if (found) loaded.set(load, found);
      if (!lifetime.signal.aborted) rerender((count) => count + 1);
    });
    return () => lifetime.abort();
  }, [load, needed]);
  return loaded.get(load) ?? null;
}

const none: readonly Card[] = [];

interface ThreadCards {
  /** The cards, oldest first; empty until they can be drawn. */
  cards: readonly Card[];
  part: CardPart | null;
  /** False while the thread should wait for its cards. */
  settled: boolean;
}

/** Returns the join requests and interests between the two members, or the events of the team, as cards. */
export function useThreadCards(conversation: ConversationKey, otherId: number | null, me: number): ThreadCards {
  const { isNamed } = useKind(conversation);
  const requestCards = useCards(otherId, me);
  const info = useTeamInfo(conversation);
  const events = useMemo(() => eventCards(info), [info]);
  const cards = isNamed ? events : requestCards;
  const load = isNamed ? loadEvents : loadRequests;
  const part = useCardPart(load, cards.length > 0);
  const [isFetched, setFetched] = useState(false);
  // Avoids inserting a card above the reader. A thread that was already loaded waits only for the code of its known cards; one that the
  // page starts with also waits for the server's cards, unless the server doesn't answer.
  const [wasLoaded] = useState(() => threadOf(conversation)?.status === 'ready' && !isStarting());
  const isKnown = isFetched || wasLoaded;
  const [isLate, setLate] = useState(false);
  if (useSession((state) => state.isUnanswered) && !isLate) setLate(true);
  // Raised by each join and departure, which change the members.
  const people = useTeam(conversation)?.people;
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched again for other people
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), WAITS_MAX_MS);
    const fetchAgain = async () => {
      if (isNamed) return (await loadInfo())?.loadTeamInfo(conversation) ?? false;
      return otherId === null || loadCards(otherId, me);
    };
    const hide =
      isNamed || otherId !== null
        ? showLists([{ load: () => fetchAgain().finally(() => setFetched(true)) }])
        : () => undefined;
    return () => {
      clearTimeout(timer);
      hide();
    };
  }, [conversation, isNamed, otherId, me, people]);
  const [isPrepared, setPrepared] = useState(() => wasLoaded && loaded.has(load));
  useEffect(() => {
    if (!isKnown || part === null || isPrepared) return;
    let isShown = true;
    void part.prepare?.(cards, me).then(() => isShown && setPrepared(true));
    return () => {
      isShown = false;
    };
  }, [isKnown, part, cards, me, isPrepared]);
  const shown = part === null ? none : cards;
  const isWhole = shown.length === cards.length && (part?.prepare === undefined || isPrepared);
  return { cards: shown, part, settled: isLate || (isKnown && isWhole) };
}

const eventCards = (info: TeamInfo | undefined): Card[] =>
  (info?.events ?? []).map((event) => ({ kind: 'event', key: `e${event.id}`, at: event.at, event }));

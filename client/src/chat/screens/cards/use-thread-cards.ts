import { type ComponentType, useEffect, useState } from 'react';
import { showLists } from '../../../core/store/shown-lists';
import type { ConversationKey } from '../../../lib/links/chat-link';
import { loadPart } from '../../../lib/loading/load-part';
import { type Card, loadCards, useCards } from '../../state/conversation-cards';
import { threadOf } from '../../state/thread/threads';
import type { Thread } from '../../state/thread/threads.reduce';
import type { ThreadItems } from '../thread/thread.select';

/** The code that places and draws cards, loaded for conversations that have one. */
export interface CardPart {
  withCards(items: ThreadItems, thread: Thread | undefined, cards: readonly Card[]): ThreadItems;
  RequestCard: ComponentType<{ card: Card; name: string; me: number }>;
  CardAnnouncer: ComponentType<{ cards: readonly Card[]; name: string; me: number }>;
}

let loaded: CardPart | null = null;

/** Returns the code that draws cards; null until it has loaded, and where no card needs it. */
function useCardPart(needed: boolean): CardPart | null {
  const [part, setPart] = useState(loaded);
  useEffect(() => {
    if (!needed || loaded !== null) return;
    const ended = new AbortController();
    void loadPart(() => import('./RequestCard'), ended.signal).then((found) => {
      loaded = found;
      if (!ended.signal.aborted) setPart(found);
    });
    return () => ended.abort();
  }, [needed]);
  return part;
}

/** A thread waits this long for its cards, so that none is inserted above the reader. */
const WAIT_MS = 500;
const none: readonly Card[] = [];

interface ThreadCards {
  /** Oldest first; empty until they can be drawn. */
  cards: readonly Card[];
  part: CardPart | null;
  /** False while the thread should wait for its cards. */
  settled: boolean;
}

/** Returns the join requests and interests between the two members as cards. */
export function useThreadCards(conversation: ConversationKey, otherId: number | null, me: number): ThreadCards {
  const cards = useCards(otherId, me);
  const part = useCardPart(cards.length > 0);
  const [came, setCame] = useState(false);
  // A thread seen before is shown at once with the cards that are known.
  const [late, setLate] = useState(() => threadOf(conversation)?.status === 'ready');
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), WAIT_MS);
    if (otherId === null) return () => clearTimeout(timer);
    const load = () => loadCards(otherId, me).finally(() => setCame(true));
    const hide = showLists([{ load }]);
    return () => {
      clearTimeout(timer);
      hide();
    };
  }, [otherId, me]);
  const shown = part === null ? none : cards;
  return { cards: shown, part, settled: late || (came && shown.length === cards.length) };
}

import { type ComponentType, useEffect, useState } from 'react';
import { loadPart } from '../../../lib/loading/load-part';
import type { Card } from '../../state/conversation-cards';
import type { Thread } from '../../state/thread/threads.reduce';
import type { ThreadItems } from '../thread/thread.select';

/** What places and draws cards: loaded where a conversation has one. */
export interface CardPart {
  withCards(items: ThreadItems, thread: Thread | undefined, cards: readonly Card[]): ThreadItems;
  RequestCard: ComponentType<{ card: Card; name: string; me: number }>;
  CardAnnouncer: ComponentType<{ cards: readonly Card[]; name: string; me: number }>;
}

let loaded: CardPart | null = null;

/** The code that draws cards, once it is there; null until then, and where no card needs it. */
export function useCardPart(needed: boolean): CardPart | null {
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

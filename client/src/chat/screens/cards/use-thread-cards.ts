import { useEffect, useState } from 'react';
import { showLists } from '../../../core/store/shown-lists';
import { type Card, loadCards, useCards } from '../../state/conversation-cards';
import { threadOf } from '../../state/thread/threads';
import { type CardPart, useCardPart } from './use-card-part';

/** A thread waits this long for its cards, so that none appears above what is being read. */
const WAIT_MS = 500;
const none: readonly Card[] = [];

interface ThreadCards {
  /** Oldest first; none until they can be drawn. */
  cards: readonly Card[];
  part: CardPart | null;
  /** False while the thread should wait for them. */
  settled: boolean;
}

/** The join requests and interest between the member and another, as cards of their conversation. */
export function useThreadCards(otherId: number, me: number): ThreadCards {
  const cards = useCards(otherId, me);
  const part = useCardPart(cards.length > 0);
  const [came, setCame] = useState(false);
  // One that was seen before is shown at once, with the cards that are known.
  const [late, setLate] = useState(() => threadOf(otherId)?.status === 'ready');
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), WAIT_MS);
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

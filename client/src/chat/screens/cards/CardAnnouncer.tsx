import { useEffect, useRef, useState } from 'react';
import type { Card } from '../../state/conversation-cards';
import { cardWords, stateOf } from './card-words';

interface CardAnnouncerProps {
  cards: readonly Card[];
  /** The other member. */
  name: string;
  me: number;
}

/** Reads a request that comes, or changes, while its conversation is open. What was there before is not news. */
export function CardAnnouncer({ cards, name, me }: CardAnnouncerProps) {
  const known = useRef<ReadonlyMap<string, string> | null>(null);
  const [text, setText] = useState('');
  useEffect(() => {
    const states = new Map(cards.map((card) => [card.key, stateOf(card)]));
    const changed = cards.findLast((card) => known.current?.get(card.key) !== states.get(card.key));
    if (known.current !== null && changed) setText(`${cardWords(changed, name, me)}: ${stateOf(changed)}`);
    known.current = states;
  }, [cards, name, me]);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}

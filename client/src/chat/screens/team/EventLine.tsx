import { useEffect, useRef, useState } from 'react';
import { MemberName } from '../../../ui/MemberName';
import type { Card } from '../../state/conversation-cards';
import { eventParts, eventWords } from './event-words';

export { withCards } from '../cards/thread.cards';

interface EventLineProps {
  card: Card;
  me: number;
}

/** Shows what happened in a team between its messages. */
export function CardRow({ card, me }: EventLineProps) {
  if (card.kind !== 'event') return null;
  const { name, words } = eventParts(card.event, me);
  const { user_id = 0 } = card.event;
  return (
    <p className="wrap-anywhere px-4 py-2 text-center text-muted text-xs">
      {/* The sentence is English, whatever the name that it begins with. */}
      <bdi dir="ltr">
        {name !== '' && <MemberName id={user_id === me ? 0 : user_id} name={name} />}
        <span>{words}</span>
      </bdi>
    </p>
  );
}

/** Announces what happens in a team while its conversation is open, but not what happened before. */
export function CardAnnouncer({ cards, me }: { cards: readonly Card[]; me: number }) {
  const known = useRef<ReadonlySet<string> | null>(null);
  const [text, setText] = useState('');
  useEffect(() => {
    const fresh = cards.findLast(({ key }) => known.current?.has(key) === false);
    if (fresh?.kind === 'event') setText(eventWords(fresh.event, me));
    known.current = new Set(cards.map(({ key }) => key));
  }, [cards, me]);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}

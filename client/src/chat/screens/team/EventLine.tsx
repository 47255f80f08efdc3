import type { TeamEvent } from '@sangam/shared/chat/teams';
import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { useEffect, useRef, useState } from 'react';
import { useMember } from '../../../people/state/members';
import { MemberName } from '../../../ui/MemberName';
import type { Card } from '../../state/conversation-cards';

export { withCards } from '../parts/thread.cards';

interface EventLineProps {
  card: Card;
  me: number;
}

/** Shows what happened in a team between its messages. */
export function CardRow({ card, me }: EventLineProps) {
  const present = useMember(card.kind === 'event' ? (card.event.user_id ?? 0) : 0);
  if (card.kind !== 'event') return null;
  const { user_id = 0, user_name } = card.event;
  const named = present && user_name !== undefined ? { user_name: present.name } : {};
  const { name, words } = eventParts({ ...card.event, ...named }, me);
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

/** Says what happened in a team, to this member: the member whom the sentence begins with, if any, and its other words. */
function eventParts({ kind, user_id, user_name, word }: TeamEvent, me: number): { name: string; words: string } {
  const isMe = user_id === me;
  const name = isMe ? 'You' : (user_name ?? FORMER_MEMBER);
  switch (kind) {
    case 'joined':
      return { name, words: ' joined the team' };
    case 'left':
      return { name, words: ' left the team' };
    case 'removed':
      return { name, words: ` ${isMe ? 'were' : 'was'} removed from the team` };
    case 'creator_changed':
      return { name, words: ` ${isMe ? 'are' : 'is'} the new creator` };
    case 'renamed':
      return { name: '', words: `The project is now called “${word ?? ''}”` };
    case 'finished':
      return { name: '', words: 'The project was finished' };
    case 'reopened':
      return { name: '', words: 'The project was reopened' };
    case 'gone':
      return { name, words: ' left Sangam' };
  }
}

/** The same as one sentence. */
function eventWords(event: TeamEvent, me: number): string {
  const { name, words } = eventParts(event, me);
  return name + words;
}

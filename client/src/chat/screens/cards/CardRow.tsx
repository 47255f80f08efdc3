import type { TeamEvent, TeamEventKind } from '@sangam/shared/chat/teams';
import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { useEffect, useRef, useState } from 'react';
import { useMember } from '../../../people/state/members';
import { MemberName } from '../../../ui/MemberName';
import type { Card } from '../../state/conversation-cards';

export { withCards } from '../parts/thread.cards';

interface CardRowProps {
  card: Card;
  me: number;
}

/** Shows what happened in a team between its messages. */
export function CardRow({ card, me }: CardRowProps) {
  const present = useMember(card.kind === 'event' ? (card.event.user_id ?? 0) : 0);
  if (card.kind !== 'event') return null;
  const { user_id = 0, user_name } = card.event;
  const named = present && user_name !== undefined ? { user_name: present.name } : {};
  const sentence = sentenceOf({ ...card.event, ...named }, me);
  if (sentence === null) return null;
  const { name, words } = sentence;
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
    const sentence = fresh?.kind === 'event' ? sentenceOf(fresh.event, me) : null;
    if (sentence !== null) setText(sentence.name + sentence.words);
    known.current = new Set(cards.map(({ key }) => key));
  }, [cards, me]);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}

interface Concerned {
  /** The member's name; "You" for the reader. */
  name: string;
  isMe: boolean;
  word: string;
}

/** A sentence about a member begins with their name. */
interface Sentence {
  name: string;
  words: string;
}

const sentences: Record<TeamEventKind, (concerned: Concerned) => Sentence> = {
  joined: ({ name }) => ({ name, words: ' joined the team' }),
  left: ({ name }) => ({ name, words: ' left the team' }),
  removed: ({ name, isMe }) => ({ name, words: ` ${isMe ? 'were' : 'was'} removed from the team` }),
  gone: ({ name }) => ({ name, words: ' left Sangam' }),
  creator_changed: ({ name, isMe }) => ({ name, words: ` ${isMe ? 'are' : 'is'} the new creator` }),
  renamed: ({ word }) => ({ name: '', words: `The project is now called “${word}”` }),
  finished: () => ({ name: '', words: 'The project was finished' }),
  reopened: () => ({ name: '', words: 'The project was reopened' }),
};

/** Says to this member what happened in a team; null for a kind that only newer servers know. */
function sentenceOf({ kind, user_id, user_name, word = '' }: TeamEvent, me: number): Sentence | null {
  const isMe = user_id === me;
  const name = isMe ? 'You' : (user_name ?? FORMER_MEMBER);
  return Object.hasOwn(sentences, kind) ? sentences[kind]({ name, isMe, word }) : null;
}

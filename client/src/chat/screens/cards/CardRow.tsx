import type { TeamEvent } from '@sangam/shared/chat/teams';
import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import { Fragment, type RefObject, useEffect, useReducer, useRef, useState } from 'react';
import { createDialogStore } from '../../../core/store/dialog';
import { followReader, isHeld } from '../../../lib/hooks/reader-at-rest';
import { useWhenAtRest } from '../../../lib/hooks/use-still-rows';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { useMember } from '../../../people/state/members';
import { MemberName } from '../../../ui/MemberName';
import { DialogLoading, TakesKeyboard } from '../../../ui/overlay/TakesKeyboard';
import type { Card, EventCard } from '../../state/conversation-cards';
import { withCards as placeCards } from '../thread-items/thread.cards';
import { beforeName, eventsOf, gatherEvents, othersText, sentenceOf } from './team-events';

/** The dialog that names all members of a line. Its subject is the line's key. */
const lineDialog = createDialogStore<string>();
const EventMembers = lazyPart(() => import('./EventMembers'), 'EventMembers');

/** Places the team's events among the messages; neighbouring events of one kind share a line. */
export const withCards: typeof placeCards = (items, thread, cards) => placeCards(items, thread, gatherEvents(cards));

interface CardRowProps {
  card: Card;
  me: number;
}

/** Shows an event of the team between its messages. */
export const CardRow = ({ card, me }: CardRowProps) => card.kind === 'event' && <EventLine card={card} me={me} />;

function EventLine({ card: current, me }: { card: EventCard; me: number }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  const card = useHeldCard(current, paragraph);
  const sentence = sentenceOf(eventsOf(card), me);
  if (sentence === null) return null;
  const { named, others, text } = sentence;
  const count = named.length + Math.min(others, 1);
  return (
    <p ref={paragraph} className="wrap-anywhere px-4 py-2 text-center text-muted text-xs">
      {/* The sentence is English and runs left to right, whatever script its names are in. */}
      <bdi dir="ltr">
        {named.map((event, index) => (
          <Fragment key={event.id}>
            <span>{beforeName(index, count)}</span>
            <EventName event={event} me={me} />
          </Fragment>
        ))}
        {others > 0 && (
          <>
            <span>{beforeName(named.length, count)}</span>
            {sentence.hasNames ? (
              <button
                type="button"
                aria-haspopup="dialog"
                onClick={() => lineDialog.open(card.key)}
                className="underline underline-offset-2 hover:text-fg pointer-coarse:-my-4 pointer-coarse:py-4"
              >
                {othersText(sentence)}
              </button>
            ) : (
              <span>{othersText(sentence)}</span>
            )}
          </>
        )}
        <span>{named.length + others > 0 ? ` ${text}` : text}</span>
      </bdi>
    </p>
  );
}

function EventName({ event: { user_id = 0, user_name }, me }: { event: TeamEvent; me: number }) {
  const present = useMember(user_id);
  if (user_id === me) return <span>You</span>;
  return <MemberName id={user_id} name={user_name === undefined ? FORMER_MEMBER : (present?.name ?? user_name)} />;
}

/** Returns a line's card, but holds back members who join it while the reader may be about to press there: they would move its links. */
function useHeldCard(current: EventCard, line: RefObject<Element | null>): EventCard {
  const shown = useRef(current);
  const [, render] = useReducer((count: number) => count + 1, 0);
  // The pointer's place must be known before the first change.
  useEffect(followReader, []);
  if (shown.current !== current && !isHeld(line.current)) shown.current = current;
  const show = () => {
    shown.current = current;
    render();
  };
  useWhenAtRest(shown.current !== current, show, line);
  return shown.current;
}

/** Announces the team's new events while its conversation is open, and shows the dialog that names a line's members. */
export function CardAnnouncer({ cards, me }: { cards: readonly Card[]; me: number }) {
  const known = useRef<ReadonlySet<string> | null>(null);
  const [text, setText] = useState('');
  useEffect(() => {
    const before = known.current;
    const fresh = before === null ? [] : gatherEvents(cards.filter(({ key }) => !before.has(key)));
    const last = fresh.at(-1);
    const announcement = last?.kind === 'event' ? announcementOf(last, me) : null;
    if (announcement !== null) setText(announcement);
    known.current = new Set(cards.map(({ key }) => key));
  }, [cards, me]);
  const openKey = lineDialog.use();
  useEffect(() => lineDialog.close, []);
  const line = openKey === null ? undefined : gatherEvents(cards).find(({ key }) => key === openKey);
  return (
    <>
      <p role="status" aria-live="polite" className="sr-only">
        {text}
      </p>
      {line?.kind === 'event' && (
        <TakesKeyboard onLeave={lineDialog.close} fallback={<DialogLoading />}>
          <EventMembers events={eventsOf(line)} me={me} onClose={lineDialog.close} />
        </TakesKeyboard>
      )}
    </>
  );
}

function announcementOf(card: EventCard, me: number): string | null {
  const sentence = sentenceOf(eventsOf(card), me);
  if (sentence === null) return null;
  const { named, others, text } = sentence;
  const names = named.map(({ user_id, user_name }) => (user_id === me ? 'You' : (user_name ?? FORMER_MEMBER)));
  const all = others > 0 ? [...names, othersText(sentence)] : names;
  return `${all.map((name, index) => beforeName(index, all.length) + name).join('')} ${text}`.trimStart();
}

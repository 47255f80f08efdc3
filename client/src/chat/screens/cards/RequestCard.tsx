import { isolate } from '@sangam/shared/core/isolate';
import type { EndReason } from '@sangam/shared/projects/lifecycle';
import type { MyInterest } from '@sangam/shared/requests/interests';
import type { Invitation } from '@sangam/shared/requests/invitations';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { lazyPart } from '../../../lib/loading/lazy-part';
import { localDay } from '../../../lib/text/local-time';
import { isCreator } from '../../../projects/state/creator';
import { IncomingInterest } from '../../../requests/screens/incoming/IncomingInterest';
import { IncomingRequest, newMembersRead } from '../../../requests/screens/incoming/IncomingRequest';
import { invitationWord, sentInvitationWord } from '../../../requests/screens/invitations/invitation-words';
import { ProjectTitleLink } from '../../../requests/screens/parts/JoinRequestCard';
import { CreatorNote } from '../../../requests/screens/parts/reject-reasons';
import { interestWord, RequestAnswers, requestWord } from '../../../requests/screens/parts/request-details';
import { isIncoming } from '../../../requests/state/interests';
import { cardClass } from '../../../ui/Card';
import { cx } from '../../../ui/cx';
import { Still } from '../../../ui/decision/StillRow';
import { LongText } from '../../../ui/LongText';
import type { AskedCard, Card } from '../../state/conversation-cards';

/** Loaded on demand, since few conversations have an invitation. */
const loadInvitation = () => import('../../../requests/screens/invitations/InvitationCard');

export { withCards } from '../thread-items/thread.cards';

/** The applicant's view, which the creator's page needn't load. */
const loadOwn = () => import('../../../requests/screens/own/own-requests');
const lazyParts = {
  RequestRow: lazyPart<'RequestRow', { request: JoinRequest }>(loadOwn, 'RequestRow'),
  InterestRow: lazyPart<'InterestRow', { interest: MyInterest }>(loadOwn, 'InterestRow'),
  InvitationCard: lazyPart<'InvitationCard', { invitation: Invitation; own: boolean }>(
    loadInvitation,
    'InvitationCard',
  ),
};
/** The parts that have loaded, since a lazy part shows its placeholder even then. */
let loadedParts: Partial<
  typeof lazyParts | (Awaited<ReturnType<typeof loadOwn>> & Awaited<ReturnType<typeof loadInvitation>>)
> = {};

/** Loads the parts that these cards need, so that none grows after it is shown. */
export async function prepare(cards: readonly Card[], me: number): Promise<void> {
  const requestCards = cards.filter(isAsked);
  const isNeeded = {
    own: requestCards.some((card) => card.kind !== 'invitation' && isOwn(card, me)),
    invitation: requestCards.some(({ kind }) => kind === 'invitation'),
  };
  // If a part fails to load, its card loads it when shown.
  const addPart = (load: () => Promise<object>) =>
    load().then(
      (part) => {
        loadedParts = { ...loadedParts, ...part };
      },
      () => undefined,
    );
  await Promise.all([isNeeded.own && addPart(loadOwn), isNeeded.invitation && addPart(loadInvitation)]);
}

interface RequestCardProps {
  card: AskedCard;
  /** The other member's name. */
  name: string;
  me: number;
}

export const CardRow = ({ card, ...rest }: { card: Card; name: string; me: number }) =>
  isAsked(card) && <RequestCard card={card} {...rest} />;

const isAsked = (card: Card): card is AskedCard => card.kind !== 'event';

/** Shows a join request, interest or invitation in its conversation, as the dashboard, the project's page and My work do. */
export function RequestCard({ card, name, me }: RequestCardProps) {
  return (
    <article
      aria-label={`${cardText(card, name, me)}: ${stateOf(card, me)}`}
      className={cx(
        // As wide as a message, and on the same side; with large text, the card needs the room.
        'w-full max-w-[min(28rem,max(82%,18rem))] py-2',
        isOwn(card, me) && 'ml-auto',
      )}
    >
      <Still>
        <CardBody card={card} me={me} />
      </Still>
      <Earlier cards={card.earlier ?? []} me={me} />
    </article>
  );
}

/** The applicant's earlier requests to the same project, with their outcomes. Renders nothing if there are none. */
function Earlier({ cards, me }: { cards: readonly AskedCard[]; me: number }) {
  const [first] = cards;
  if (first === undefined) return null;
  const noun = first.kind;
  return (
    <details className="mt-1 text-sm">
      <summary className="inline-flex min-h-control-sm cursor-pointer items-center px-4 text-muted hover:text-fg sm:px-5">
        {cards.length === 1
          ? `Earlier ${noun}`
          : `${cards.length} earlier ${noun === 'interest' ? 'times interested' : `${noun}s`}`}
      </summary>
      <ul className="grid gap-3 px-4 pb-2 sm:px-5">
        {cards.map((card) => (
          <li key={card.key} className="grid gap-1">
            <p className="text-faint text-xs">
              {localDay(card.at)}: {stateOf(card, me)}
            </p>
            {card.kind === 'request' && (
              <>
                <LongText text={card.request.message} of="the earlier request" />
                <RequestAnswers request={card.request} />
                <CreatorNote request={card.request} />
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function CardBody({ card, me }: { card: AskedCard; me: number }) {
  const own = isOwn(card, me);
  // Kept as of the first render: switching to a part that has loaded since would mount the card again.
  const [{ RequestRow, InterestRow, InvitationCard }] = useState(() => ({ ...lazyParts, ...loadedParts }));
  if (card.kind === 'request') {
    if (!own)
      return (
        <div className={cardClass}>
          <IncomingRequest request={card.request} footnote={<span className="text-muted">{newMembersRead}</span>} />
        </div>
      );
    return (
      <Framed title="Your join request">
        <Suspense fallback={<div className="h-24" />}>
          <RequestRow request={card.request} />
        </Suspense>
      </Framed>
    );
  }
  if (card.kind === 'invitation')
    return (
      <Framed
        title={
          own && (
            <>
              Your invitation to <ProjectLink card={card} />
            </>
          )
        }
      >
        <Suspense fallback={<div className="h-16" />}>
          <InvitationCard invitation={card.invitation} own={own} />
        </Suspense>
      </Framed>
    );
  if (!own && isIncoming(card.interest))
    return (
      <div className={cardClass}>
        <IncomingInterest
          interest={card.interest}
          about={
            <>
              is interested in <ProjectLink card={card} />
            </>
          }
        />
      </div>
    );
  return (
    <Framed title="Your interest">
      <Suspense fallback={<div className="h-16" />}>
        <InterestRow interest={card.interest} />
      </Suspense>
    </Framed>
  );
}

const ProjectLink = ({ card }: { card: AskedCard }) => <ProjectTitleLink {...projectOf(card)} />;

/** Gives a title to a row that doesn't say what it is. */
function Framed({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className={cardClass}>
      {title && <p className="px-4 pt-3 text-muted text-sm sm:px-5">{title}</p>}
      {children}
    </div>
  );
}

interface CardAnnouncerProps {
  cards: readonly Card[];
  /** The other member's name. */
  name: string;
  me: number;
}

/** Announces a request that arrives or changes while its conversation is open, but not those there at first. */
export function CardAnnouncer({ cards: all, name, me }: CardAnnouncerProps) {
  const known = useRef<ReadonlyMap<string, string> | null>(null);
  const [text, setText] = useState('');
  useEffect(() => {
    const cards = all.filter(isAsked);
    const states = new Map(cards.map((card) => [card.key, stateOf(card, me)]));
    const changed = cards.findLast((card) => known.current?.get(card.key) !== states.get(card.key));
    if (known.current !== null && changed) setText(`${cardText(changed, name, me)}: ${stateOf(changed, me)}`);
    known.current = states;
  }, [all, name, me]);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}

function subjectOf(card: AskedCard): { project_id: number; project_title: string; ended_by?: EndReason | undefined } {
  if (card.kind === 'request') return card.request;
  return card.kind === 'interest' ? card.interest : card.invitation;
}

/** Returns the card's project. `id` is null if it was deleted, since it has no page. */
export function projectOf(card: AskedCard): { id: number | null; title: string } {
  const { project_id, project_title, ended_by } = subjectOf(card);
  return { id: ended_by === 'project_deleted' ? null : project_id, title: project_title };
}

/** Returns true when the reader is the applicant, or has sent the invitation. */
export function isOwn(card: AskedCard, me: number): boolean {
  if (card.kind === 'invitation') return isCreator(card.invitation, me);
  return (card.kind === 'request' ? card.request.user_id : card.interest.requester_id) === me;
}

/** Names the card's state in a word or two. */
export function stateOf(card: AskedCard, me: number): string {
  if (card.kind === 'request') return requestWord(card.request);
  return card.kind === 'interest'
    ? interestWord(card.interest)
    : (isOwn(card, me) ? sentInvitationWord : invitationWord)(card.invitation);
}

/** Describes the card in a sentence. */
export function cardText(card: AskedCard, name: string, me: number): string {
  const own = isOwn(card, me);
  const interested = own ? 'You’re interested in' : `${isolate(name)} is interested in`;
  const sentence = {
    request: `${own ? 'You' : isolate(name)} asked to join`,
    interest: interested,
    invitation: own ? `You invited ${isolate(name)} to` : `${isolate(name)} invites you to`,
  }[card.kind];
  return `${sentence} ${isolate(projectOf(card).title)}`.trimEnd();
}

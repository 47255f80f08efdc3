import type { TeamEvent } from '@sangam/shared/chat/teams';
import type { MyInterest } from '@sangam/shared/requests/interests';
import type { Invitation } from '@sangam/shared/requests/invitations';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { useMemo } from 'react';
import { request } from '../../core/api/client';
import { mapResult } from '../../core/api/errors';
import { moment } from '../../core/store/table';
import { type InterestEntity, interests } from '../../requests/state/interests';
import { invitations } from '../../requests/state/invitations';
import { isComplete, requests } from '../../requests/state/requests';
import { idIn, keyWith } from './known-conversations';

/** A join request, interest or invitation as its conversation shows it, with the time it was made. */
export type AskedCard = { key: string; at: string } & (
  | { kind: 'request'; request: JoinRequest }
  | { kind: 'interest'; interest: InterestEntity & MyInterest }
  | { kind: 'invitation'; invitation: Invitation }
) & {
    /** The applicant's earlier ones to the same project, newest first. They have no cards of their own. */
    earlier?: readonly AskedCard[];
  };

/** An event of the team, as a line of its conversation. */
export interface EventCard {
  kind: 'event';
  key: string;
  at: string;
  event: TeamEvent;
  /** Later events that share the line, oldest first. */
  more?: readonly TeamEvent[];
}

/** A line of a conversation besides its messages. */
export type Card = AskedCard | EventCard;

/** The project and applicant that a card is about. */
function subjectOf(card: AskedCard): string {
  if (card.kind === 'request') return `request ${card.request.project_id} ${card.request.user_id}`;
  if (card.kind === 'interest') return `interest ${card.interest.project_id} ${card.interest.requester_id}`;
  return `invitation ${card.invitation.project_id} ${card.invitation.user_id}`;
}

/** Gathers the cards of each project and applicant into the newest one, newest first. */
function newestPerSubject(cards: readonly AskedCard[]): AskedCard[] {
  const bySubject = new Map<string, AskedCard[]>();
  for (const card of cards.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)))
    bySubject.set(subjectOf(card), [...(bySubject.get(subjectOf(card)) ?? []), card]);
  return [...bySubject.values()].flatMap(([newest, ...earlier]) => (newest ? [{ ...newest, earlier }] : []));
}

/** Fetches the requests and interests between the two members. Returns true on success. */
export async function loadCards(otherId: number, me: number): Promise<boolean> {
  const startedAt = moment();
  const answer = await fetchCards(otherId);
  if (!answer.ok) return false;
  const { requests: requestItems, connections, my_connections, invitations: invitationItems = [] } = answer.value;
  invitations.merge(invitationItems, startedAt);
  requests.merge(requestItems, startedAt);
  interests.merge([...connections, ...my_connections.map((item) => ({ ...item, requester_id: me }))], startedAt);
  return true;
}

async function fetchCards(otherId: number) {
  const conversationId = idIn(keyWith(otherId));
  if (conversationId !== null) {
    const answer = await request('GET /api/messages/c/:conversationId/requests', { params: { conversationId } });
    if (answer.ok) return mapResult(answer, ({ data }) => data);
  }
  const answer = await request('GET /api/conversations/:userId/requests', { params: { userId: otherId } });
  return mapResult(answer, ({ data }) => data);
}

const isTitled = (item: InterestEntity): item is InterestEntity & MyInterest => item.project_title !== undefined;

/** Returns true when one of the two members is the applicant and the other the creator. */
const isBetween = (a: number, b: number, requesterId: number, creatorId: number | undefined): boolean =>
  (requesterId === a && creatorId === b) || (requesterId === b && creatorId === a);

/** Returns the conversation's cards, oldest first: one for each project and applicant, kept up to date like the entities themselves. */
export function useCards(otherId: number | null, me: number): readonly AskedCard[] {
  const requestsById = requests.use(({ byId }) => byId);
  const interestsById = interests.use(({ byId }) => byId);
  const invitationsById = invitations.use(({ byId }) => byId);
  return useMemo(() => {
    const cards: AskedCard[] = [];
    if (otherId === null) return cards;
    for (const item of Object.values(requestsById))
      if (isComplete(item) && !item.unasked && isBetween(me, otherId, item.user_id, item.creator_id))
        cards.push({ kind: 'request', key: `r${item.id}`, at: item.created_at, request: item });
    for (const item of Object.values(interestsById))
      if (isTitled(item) && isBetween(me, otherId, item.requester_id, item.creator_id))
        cards.push({ kind: 'interest', key: `i${item.id}`, at: item.created_at, interest: item });
    for (const item of Object.values(invitationsById))
      if (isBetween(me, otherId, item.user_id, item.creator_id))
        cards.push({ kind: 'invitation', key: `v${item.id}`, at: item.created_at, invitation: item });
    return newestPerSubject(cards).toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  }, [requestsById, interestsById, invitationsById, otherId, me]);
}

import type { MyInterest } from '@sangam/shared/requests/interests';
import type { JoinRequest } from '@sangam/shared/requests/join-requests';
import { useMemo } from 'react';
import { request } from '../../core/api/client';
import { mapResult } from '../../core/store/loadable';
import { moment } from '../../core/store/table';
import { type InterestEntity, interests } from '../../requests/state/interests';
import { isComplete, requests } from '../../requests/state/requests';
import { idIn, keyWith } from './known-conversations';

/** A join request or interest as its conversation shows it, with the time it was made. */
export type Card =
  | { kind: 'request'; key: string; at: string; request: JoinRequest }
  | { kind: 'interest'; key: string; at: string; interest: InterestEntity & MyInterest };

/** Fetches the requests and interests between the two members. Returns true on success. */
export async function loadCards(otherId: number, me: number): Promise<boolean> {
  const asked = moment();
  const answer = await fetchCards(otherId);
  if (!answer.ok) return false;
  const { requests: found, connections, my_connections } = answer.value;
  requests.merge(found, asked);
  interests.merge([...connections, ...my_connections.map((item) => ({ ...item, requester_id: me }))], asked);
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

/** Returns the conversation's cards, oldest first. They are live, since they are the entities themselves. */
export function useCards(otherId: number | null, me: number): readonly Card[] {
  const asked = requests.use(({ byId }) => byId);
  const shown = interests.use(({ byId }) => byId);
  return useMemo(() => {
    const cards: Card[] = [];
    if (otherId === null) return cards;
    for (const item of Object.values(asked))
      if (isComplete(item) && isBetween(me, otherId, item.user_id, item.creator_id))
        cards.push({ kind: 'request', key: `r${item.id}`, at: item.created_at, request: item });
    for (const item of Object.values(shown))
      if (isTitled(item) && isBetween(me, otherId, item.requester_id, item.creator_id))
        cards.push({ kind: 'interest', key: `i${item.id}`, at: item.created_at, interest: item });
    return cards.toSorted((a, b) => (a.at < b.at ? -1 : 1));
  }, [asked, shown, otherId, me]);
}

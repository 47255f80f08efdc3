import { peopleLimits } from '@sangam/shared/people/limits';
import type { MemberCard } from '@sangam/shared/people/users';
import { useIsBlocked } from '../../../contact/state/blocks';
import { request } from '../../../core/api/client';
import { createTable, moment } from '../../../core/store/table';
import { createLinked } from './linked';

const memberCards = createTable<MemberCard>();

const useLinked = createLinked({
  atOnce: peopleLimits.memberCardsMax,
  async ask(ids) {
    const asked = moment();
    const answer = await request('GET /api/users', { query: { ids: ids.join(',') } });
    if (!answer.ok) return null;
    const { members } = answer.value.data;
    memberCards.merge(members, asked);
    return members.map(({ id }) => id);
  },
});

/** The member of a card, as of the last refresh; null where the reader may not see them, undefined while that is not known. */
export function useLinkedMember(id: number): MemberCard | null | undefined {
  const said = useLinked(id);
  const member = memberCards.use(({ byId }) => byId[id]);
  const isBlocked = useIsBlocked(id);
  if (said === 'nothing' || isBlocked) return null;
  return member ?? (said === undefined ? undefined : null);
}

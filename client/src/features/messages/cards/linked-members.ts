import type { MemberCard } from '@sangam/shared/contract/users';
import { limits } from '@sangam/shared/rules/limits';
import { request } from '../../../api/client';
import { useIsBlocked } from '../../../stores/entities/blocks';
import { createTable, moment } from '../../../stores/entities/table';
import { createLinked } from './linked';

const memberCards = createTable<MemberCard>();

const useLinked = createLinked({
  atOnce: limits.memberCardsMax,
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

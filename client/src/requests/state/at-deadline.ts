import type { EndReason } from '@sangam/shared/projects/lifecycle';
import { useMemo } from 'react';
import { useHasCome } from '../../ui/TimeAgo';

/** A join request, interest or invitation. While it's pending, it has at most one deadline. */
interface Deadlined {
  status: string;
  ended_by?: EndReason | undefined;
  answer_by?: string | undefined;
  place?: number | undefined;
  offered_until?: string | undefined;
  waits_until?: string | undefined;
}

function endOf({ place, offered_until, waits_until, answer_by }: Deadlined): [at: string | undefined, by: EndReason] {
  if (offered_until !== undefined) return [offered_until, 'offer_lapsed'];
  return place === undefined ? [answer_by, 'no_answer'] : [waits_until, 'waitlist_lapsed'];
}

/**
 * Returns `item`, from its deadline on as the server's timer leaves it, with the status `ended`: from then on the server refuses every act
 * on it, and the timer's event may come later. Stores keep it pending until that event, which announces the end.
 */
export function useAtDeadline<Item extends Deadlined | undefined>(
  item: Item,
  ended: NonNullable<Item>['status'],
): Item {
  const [at, by] = item?.status === 'pending' ? endOf(item) : [];
  const isOver = useHasCome(at);
  return useMemo(() => (isOver ? { ...item, status: ended, ended_by: by } : item), [item, isOver, ended, by]);
}

import type { BlockChange } from '@sangam/shared/contact/blocks';
import { createTable } from '../../core/store/table';
import { presence } from '../../people/state/presence';

/** Whether the member blocks another one, by the other's id, once a thread, the list or an event has told it. */
export const blocks = createTable<{ id: number; is_blocked: boolean }>();

export const useIsBlocked = (id: number): boolean => blocks.use(({ byId }) => byId[id]?.is_blocked === true);

/** A member was blocked, or is not any more, here or on another device. */
export function applyBlock({ user_id, is_blocked }: BlockChange): void {
  blocks.upsert({ id: user_id, is_blocked });
  if (is_blocked) presence.upsert({ id: user_id, is_online: false, last_active: null });
}

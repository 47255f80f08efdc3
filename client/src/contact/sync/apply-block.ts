import type { BlockChange } from '@sangam/shared/contact/calls';
import { presence } from '../../people/state/presence';
import { blocks } from '../state/blocks';
import { hideAddresses, showAddresses } from './hide-addresses';

/** Applies a block or an unblock, made here or on another device. */
export function applyBlock({ user_id, is_blocked }: BlockChange): void {
  blocks.upsert({ id: user_id, is_blocked });
  if (is_blocked) {
    presence.upsert({ id: user_id, is_online: false, last_active: null });
    hideAddresses((id) => id === user_id);
  } else showAddresses(user_id);
}

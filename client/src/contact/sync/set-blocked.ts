import type { BlockChange } from '@sangam/shared/contact/calls';
import { request } from '../../core/api/client';
import type { Result } from '../../core/api/errors';
import { refresh } from '../../core/realtime/refresh';
import { mapResult } from '../../core/store/loadable';
import { presence } from '../../people/state/presence';
import { blocks } from '../state/blocks';

/** Applies that a member was blocked or unblocked, here or on another device. */
export function applyBlock({ user_id, is_blocked }: BlockChange): void {
  blocks.upsert({ id: user_id, is_blocked });
  if (is_blocked) presence.upsert({ id: user_id, is_online: false, last_active: null });
}

/** Blocks or unblocks a member. Then refreshes: no event reports the requests that a block ended. */
export async function setBlocked(userId: number, isBlocked: boolean): Promise<Result<BlockChange>> {
  const call = `${isBlocked ? 'PUT' : 'DELETE'} /api/blocks/:userId` as const;
  const answer = mapResult(await request(call, { params: { userId } }), ({ data }) => data);
  if (!answer.ok) return answer;
  applyBlock(answer.value);
  void refresh('gap');
  return answer;
}

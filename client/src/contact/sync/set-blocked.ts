import type { BlockChange } from '@sangam/shared/contact/blocks';
import { refresh } from '../../app/live/refresh';
import { request } from '../../core/api/client';
import type { Result } from '../../core/api/errors';
import { mapResult } from '../../core/store/loadable';
import { applyBlock } from '../state/blocks';

/** Blocks a member, or ends that. Fetches what a block has ended, or whose presence is shown again: no event tells it. */
export async function setBlocked(userId: number, isBlocked: boolean): Promise<Result<BlockChange>> {
  const call = `${isBlocked ? 'PUT' : 'DELETE'} /api/blocks/:userId` as const;
  const answer = mapResult(await request(call, { params: { userId } }), ({ data }) => data);
  if (!answer.ok) return answer;
  applyBlock(answer.value);
  void refresh('gap');
  return answer;
}

import type { BlockChange } from '@sangam/shared/contact/calls';
import { request } from '../../core/api/client';
import { mapResult, type Result } from '../../core/api/errors';
import { refresh } from '../../core/realtime/refresh';
import { applyBlock } from './apply-block';

/** Blocks or unblocks a member. Then refreshes: no event reports the requests that a block ended. */
export async function setBlocked(userId: number, isBlocked: boolean): Promise<Result<BlockChange>> {
  const call = `${isBlocked ? 'PUT' : 'DELETE'} /api/blocks/:userId` as const;
  const answer = mapResult(await request(call, { params: { userId } }), ({ data }) => data);
  if (!answer.ok) return answer;
  applyBlock(answer.value);
  void refresh('gap');
  return answer;
}

import type { BlockChange } from '@sangam/shared/contact/calls';
import { request } from '../../core/api/client';
import { mapResult, type Result } from '../../core/api/errors';
import { refresh } from '../../core/realtime/refresh';
import { storesEpoch } from '../../core/store/reset';
import { applyBlock } from './apply-block';

export const blockMember = (userId: number): Promise<Result<BlockChange>> => change('PUT /api/blocks/:userId', userId);
export const unblockMember = (userId: number): Promise<Result<BlockChange>> =>
  change('DELETE /api/blocks/:userId', userId);

/** Then refreshes: no event reports the requests that a block ended. */
async function change(
  call: 'PUT /api/blocks/:userId' | 'DELETE /api/blocks/:userId',
  userId: number,
): Promise<Result<BlockChange>> {
  const epoch = storesEpoch();
  const answer = mapResult(await request(call, { params: { userId } }), ({ data }) => data);
  if (!answer.ok || epoch !== storesEpoch()) return answer;
  applyBlock(answer.value);
  void refresh('gap');
  return answer;
}

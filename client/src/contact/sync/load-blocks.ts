import { request } from '../../core/api/client';
import { onReset } from '../../core/store/reset';
import { moment } from '../../core/store/table';
import { blocks } from '../state/blocks';

let isLoaded = false;
onReset(() => {
  isLoaded = false;
});

/** Fetches whom the member has blocked, once; events bring later changes. */
export async function loadBlocks(): Promise<void> {
  if (isLoaded) return;
  isLoaded = true;
  const asked = moment();
  const answer = await request('GET /api/blocks');
  isLoaded = answer.ok;
  if (!answer.ok) return;
  blocks.merge(
    answer.value.data.blocked.map(({ id }) => ({ id, is_blocked: true })),
    asked,
  );
}

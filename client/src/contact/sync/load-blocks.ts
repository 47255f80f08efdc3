import { request } from '../../core/api/client';
import { useConnection } from '../../core/realtime/connection-status';
import { onReset } from '../../core/store/reset';
import { moment } from '../../core/store/table';
import { blocks } from '../state/blocks';

let isLoaded = false;
onReset(() => {
  isLoaded = false;
});

/** Fetches the list of blocked members once. Events bring later changes; each connection or poll fetches those missed. */
export async function loadBlocks(): Promise<void> {
  if (isLoaded) return;
  isLoaded = true;
  isLoaded = await fetchBlocks();
}

useConnection.subscribe(({ status, refreshed }) => {
  if (isLoaded && (status === 'online' || refreshed)) void fetchBlocks();
});

/** Returns false if that failed. */
async function fetchBlocks(): Promise<boolean> {
  const asked = moment();
  const answer = await request('GET /api/blocks');
  if (!answer.ok) return false;
  const ids = new Set(answer.value.data.blocked.map(({ id }) => id));
  const all = [...ids, ...Object.values(blocks.use.getState().byId).map(({ id }) => id)];
  blocks.merge(
    all.map((id) => ({ id, is_blocked: ids.has(id) })),
    asked,
  );
  return true;
}

import { request } from '../../core/api/client';
import { onReset } from '../../core/store/reset';
import { showLists } from '../../core/store/shown-lists';
import { moment } from '../../core/store/table';
import { blocks } from '../state/blocks';

let hasStarted = false;
onReset(() => {
  hasStarted = false;
});

/** Fetches blocked members once. Events bring later changes, and each refresh those missed. */
export function loadBlocks(): void {
  if (hasStarted) return;
  hasStarted = true;
  showLists([{ load: fetchBlocks }]);
}

/** Returns false if that failed. */
async function fetchBlocks(): Promise<boolean> {
  const startedAt = moment();
  const answer = await request('GET /api/blocks');
  if (!answer.ok) return false;
  const ids = new Set(answer.value.data.blocked.map(({ id }) => id));
  const all = [...ids, ...Object.values(blocks.use.getState().byId).map(({ id }) => id)];
  blocks.merge(
    all.map((id) => ({ id, is_blocked: ids.has(id) })),
    startedAt,
  );
  return true;
}

import { request } from '../../core/api/client';
import { onReset } from '../../core/store/reset';
import { showLists } from '../../core/store/shown-lists';
import { moment } from '../../core/store/table';
import { blocks } from '../state/blocks';

let isShown = false;
onReset(() => {
  isShown = false;
});

/** Fetches blocked members once. Events bring later changes, and each refresh those missed. */
export function loadBlocks(): void {
  if (isShown) return;
  isShown = true;
  showLists([{ load: fetchBlocks }]);
}

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

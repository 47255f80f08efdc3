import type { BlockedMember } from '@sangam/shared/contact/calls';
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
  showLists([{ load: async () => (await fetchBlocked()) !== null }]);
}

/** Returns the blocked members, and stores for all known members whether they are; null if that failed. */
export async function fetchBlocked(): Promise<readonly BlockedMember[] | null> {
  const startedAt = moment();
  const answer = await request('GET /api/blocks');
  if (!answer.ok) return null;
  const { blocked } = answer.value.data;
  const ids = new Set(blocked.map(({ id }) => id));
  const all = [...ids, ...Object.values(blocks.use.getState().byId).map(({ id }) => id)];
  blocks.merge(
    all.map((id) => ({ id, is_blocked: ids.has(id) })),
    startedAt,
  );
  return blocked;
}

import { request } from '../../core/api/client';
import { WAITS_MAX_MS } from '../../core/offline/wait-for-lists';
import { onReset, storesEpoch } from '../../core/store/reset';
import { moment } from '../../core/store/table';
import { within } from '../../lib/within';
import { type Suited, storeSuited } from './suited-projects';

const suitedByProject = new Map<number, Promise<readonly Suited[]>>();
onReset(() => suitedByProject.clear());

/**
 * Returns the projects to ask next once the member's request to `projectId` has ended; none if they can't be loaded within `WAITS_MAX_MS`.
 * Returns the same promise until `forgetSuitedAfter` or, if the reader leaves the page first, until `WAITS_MAX_MS` after the answer.
 */
export function suitedAfter(projectId: number): Promise<readonly Suited[]> {
  const known = suitedByProject.get(projectId);
  if (known) return known;
  const first = within(WAITS_MAX_MS, fetchAfter(projectId)).then((found) => found ?? []);
  suitedByProject.set(projectId, first);
  const drop = () => suitedByProject.get(projectId) === first && forgetSuitedAfter(projectId);
  void first.then(() => setTimeout(drop, WAITS_MAX_MS));
  return first;
}

/** Makes the next `suitedAfter` fetch again. */
export const forgetSuitedAfter = (projectId: number): boolean => suitedByProject.delete(projectId);

async function fetchAfter(project_id: number): Promise<readonly Suited[]> {
  const [startedAt, epoch] = [moment(), storesEpoch()];
  const answer = await request('GET /api/projects/suited', { query: { project_id } });
  return answer.ok && epoch === storesEpoch() ? storeSuited(answer.value, startedAt) : [];
}

import type { CallAnswer } from '@sangam/shared/app/calls';
import { projectLimits } from '@sangam/shared/projects/limits';
import { request } from '../../core/api/client';
import { isTemporary, mapResult, type Result } from '../../core/api/errors';
import { moment } from '../../core/store/table';
import { filterQuery, isFiltered, type ProjectFilter } from './project-filter';
import { passOnOwnRequests, projects } from './project-table';

export type ProjectFit = NonNullable<CallAnswer<'GET /api/projects'>['data']['fits']>[number];

/** Matching projects in the server's order. The projects themselves are in their table. */
export interface FoundProjects {
  ids: readonly number[];
  /** The reasons why some of them fit the reader. */
  fits: readonly ProjectFit[];
  hasMore: boolean;
  /** The cursor of the next page; undefined from a server of the previous version, which has no cursors. */
  next: string | undefined;
}

interface Page {
  /** The page's cursor, `next` of the page before. */
  after: string | undefined;
  /** The id of the last project of the page before, for a server without cursors. */
  before: number | undefined;
  limit?: number;
}

/** Fetches a page of the projects that match, and stores them. */
export async function fetchProjects(
  filter: ProjectFilter,
  page: Page,
  signal?: AbortSignal,
): Promise<Result<FoundProjects>> {
  const startedAt = moment();
  return mapResult(await fetchPage(filter, page, signal), ({ data }) => {
    const { projects: found, my_join_requests: own = [], fits = [], has_more: hasMore, next } = data;
    projects.merge(found, startedAt);
    passOnOwnRequests(own, startedAt);
    return { ids: found.map(({ id }) => id), fits, hasMore, next };
  });
}

/** Fetches the first `count` matching projects, page by page. */
export async function fetchFirstProjects(
  filter: ProjectFilter,
  count: number,
  signal?: AbortSignal,
): Promise<Result<FoundProjects>> {
  const [ids, fits]: [number[], ProjectFit[]] = [[], []];
  for (let after: string | undefined; ; ) {
    const limit = Math.min(count - ids.length, projectLimits.projectsPageMax);
    const answer = await fetchProjects(filter, { after, before: ids.at(-1), limit }, signal);
    if (!answer.ok) return answer;
    const { hasMore, next } = answer.value;
    ids.push(...answer.value.ids);
    fits.push(...answer.value.fits);
    if (!hasMore || ids.length >= count) return { ok: true, value: { ids, fits, hasMore, next } };
    after = next;
  }
}

/** Fetches a page. If the server refuses the cursor, fetches what follows the last project instead. */
async function fetchPage(filter: ProjectFilter, page: Page, signal: AbortSignal | undefined) {
  // Only the unfiltered list leaves out projects that their creators haven't confirmed lately.
  const active = isFiltered(filter) ? undefined : ('yes' as const);
  const query = { active, ...filterQuery(filter), ...page };
  const answer = await request('GET /api/projects', { query, signal });
  return answer.ok || !page.after || isTemporary(answer.error)
    ? answer
    : request('GET /api/projects', { query: { ...query, after: undefined }, signal });
}

import type { CallAnswer } from '@sangam/shared/app/calls';
import { firstChars } from '@sangam/shared/core/text';
import { projectLimits } from '@sangam/shared/projects/limits';
import { request } from '../../core/api/client';
import { isTemporary, mapResult, type Result } from '../../core/api/errors';
import { moment } from '../../core/store/table';
import { isFiltered, type ProjectFilter } from './project-filter';
import { projects, takeOwnRequests } from './project-table';

export type ProjectFit = NonNullable<CallAnswer<'GET /api/projects'>['data']['fits']>[number];

/** Matching projects in the server's order. The projects themselves are in their table. */
export interface FoundProjects {
  ids: readonly number[];
  /** Why some of them fit the reader. */
  fits: readonly ProjectFit[];
  hasMore: boolean;
  /** Where the next page begins; undefined if the server that answered knows no such places. */
  next: string | undefined;
}

interface Page {
  /** The place where it begins. */
  after: string | undefined;
  /** The last project above it, for a server that knows no places. */
  before: number | undefined;
  limit?: number;
}

/** Fetches a page of the projects that match, and stores them. */
export async function fetchProjects(
  filter: ProjectFilter,
  page: Page,
  signal?: AbortSignal,
): Promise<Result<FoundProjects>> {
  const asked = moment();
  return mapResult(await askPage(filter, page, signal), ({ data }) => {
    const { projects: found, my_join_requests: own = [], fits = [], has_more: hasMore, next } = data;
    projects.merge(found, asked);
    takeOwnRequests(own, asked);
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

/** Asks a server that refuses the place for what is below the last project. */
async function askPage(filter: ProjectFilter, page: Page, signal: AbortSignal | undefined) {
  const query = { ...toQuery(filter), ...page };
  const answer = await request('GET /api/projects', { query, signal });
  return answer.ok || !page.after || isTemporary(answer.error)
    ? answer
    : request('GET /api/projects', { query: { ...query, after: undefined }, signal });
}

/** A search finds projects even if their creators haven't confirmed them lately. */
const toQuery = (filter: ProjectFilter) => ({
  active: isFiltered(filter) ? undefined : ('yes' as const),
  search: firstChars(filter.search, projectLimits.searchMaxChars) || undefined,
  category: filter.category ?? undefined,
  skill: filter.skill || undefined,
  match: filter.allSkills && filter.skill !== '' ? ('all' as const) : undefined,
  role: filter.role || undefined,
  hours: filter.hours ?? undefined,
  open_seats: filter.openSeats ? ('yes' as const) : undefined,
  sort: filter.sort ?? undefined,
});

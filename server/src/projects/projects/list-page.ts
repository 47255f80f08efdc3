import type { ProjectsAnswer } from '@sangam/shared/app/project-pages';
import type { Fit } from '@sangam/shared/people/fit-order';
import { cleanSkills } from '@sangam/shared/people/profile';
import { spellingsOf } from '@sangam/shared/people/skills';
import { projectLimits } from '@sangam/shared/projects/limits';
import type { ProjectsQuery } from '@sangam/shared/projects/projects';
import type { Db } from '../../platform/db/database.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { findFitting, findSharedHours } from './fitting.js';
import { storedOrderOf } from './list-order.queries.js';
import { listProjects } from './list-page.queries.js';
import { parseListPlace, writeListPlace } from './list-place.js';
import { activeSinceAt } from './listing.js';
import { presentMyJoinRequest, presentProject } from './present.js';

/**
 * Returns a page of the project list: in an order that the database knows, or by fit, which is computed here. A member (null for a
 * visitor) gets their own request to each. INVALID for a place of another order.
 */
export async function listPage(
  db: Db,
  viewer: Member | null,
  query: ProjectsQuery,
  nowMs: number,
): Promise<Result<ProjectsAnswer['data']>> {
  const limit = query.limit ?? projectLimits.projectsPage;
  const filter = filterOf(query, nowMs);
  const minHours = query.hours ?? 0;
  // A visitor has neither skills nor hours.
  const byFit = viewer !== null && query.sort === 'fit';
  const order = storedOrderOf(filter);
  const after = query.after === undefined ? null : parseListPlace(query.after, byFit ? 'fit' : order, order);
  if (query.after !== undefined && after === null) return fail('INVALID');
  const before = after === null ? query.before : undefined;
  const fits =
    viewer && (byFit || minHours > 0)
      ? await findFitting(db, { readerId: viewer.id, filter, byFit, minHours, before, after, nowMs, limit: limit + 1 })
      : null;
  const page = fits
    ? { search: '', skills: [], role: '', openSeats: false, ids: fits.map(({ fit }) => fit.place.id) }
    : { ...filter, before, ...(after?.at.kind === 'ranked' && { after: after.at.place }) };
  const listed = await listProjects(db, { ...page, limit: limit + 1 }, viewer?.id ?? null);
  const rows = (fits ? inOrder(listed, page.ids ?? []) : listed).slice(0, limit);
  const hasMore = (fits ?? listed).length > limit;
  const last = rows.at(-1);
  const ranked = last && { order, rank: last.rank, id: last.id };
  const end = fits ? fits[limit - 1]?.place : ranked && { at: { kind: 'ranked' as const, place: ranked }, end: null };
  const shown = { ids: rows.map(({ id }) => id), nowMs };
  const hours = viewer && !fits && filter.ids === undefined ? await findSharedHours(db, viewer.id, shown) : null;
  return ok({
    projects: rows.map(presentProject),
    ...(viewer && { my_join_requests: rows.flatMap(presentMyJoinRequest) }),
    ...(fits && { fits: fits.slice(0, limit).map(({ fit }) => presentFit(fit)) }),
    ...(hours?.size && {
      fits: [...hours].map(([project_id, about_hours]) => ({ project_id, about_hours })),
    }),
    has_more: hasMore,
    ...(hasMore && end && { next: writeListPlace(end) }),
  });
}

/** The filter that a query names; a skill in any of its spellings. */
function filterOf(query: ProjectsQuery, nowMs: number) {
  const { search = '', skill = '', match = 'any', role = '', category } = query;
  const spellings = cleanSkills(skill.split(',')).map(spellingsOf);
  // A project that has left the list can't leave it soon.
  const isActive = query.active === 'yes' || query.sort === 'closing_soon';
  return {
    search,
    role,
    category,
    openSeats: query.open_seats === 'yes',
    skills: match === 'all' || spellings.length === 0 ? spellings : [spellings.flat()],
    ids: query.ids?.split(',').map(Number),
    activeSince: isActive ? activeSinceAt(nowMs) : undefined,
    sort: query.sort === 'fit' ? undefined : query.sort,
  };
}

const inOrder = <T extends { id: number }>(rows: readonly T[], ids: readonly number[]): T[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/** Why a project fits, in the parts that have something to say. */
const presentFit = ({ place, has, missing, about_hours, same_college }: Fit) => ({
  project_id: place.id,
  ...(has.length > 0 && { has, missing }),
  ...(about_hours > 0 && { about_hours }),
  ...(same_college && { same_college: true as const }),
});

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
import { type ListCursor, parseListCursor, writeListCursor } from './list-cursor.js';
import { storedOrderOf } from './list-order.queries.js';
import { listProjects } from './list-page.queries.js';
import { activeSinceAt } from './listing.js';
import { type ListedProjectRow, presentMyJoinRequest, presentProject } from './present.js';

/**
 * Returns a page of the project list, ordered by the database, or compared with the reader. A member (null for a visitor) gets their own
 * request to each project. INVALID for a cursor of another order.
 */
export async function listPage(
  db: Db,
  viewer: Member | null,
  query: ProjectsQuery,
  nowMs: number,
): Promise<Result<ProjectsAnswer['data']>> {
  const filter = filterOf(query, nowMs);
  const minHours = query.hours ?? 0;
  // A visitor has neither skills nor hours.
  const byFit = viewer !== null && query.sort === 'fit';
  const order = storedOrderOf(filter);
  const after = query.after === undefined ? null : parseListCursor(query.after, byFit ? 'fit' : order, order);
  if (query.after !== undefined && after === null) return fail('INVALID');
  const request: PageRequest = {
    filter,
    after,
    before: after === null ? query.before : undefined,
    limit: query.limit ?? projectLimits.projectsPage,
    nowMs,
  };
  const page =
    viewer && (byFit || minHours > 0)
      ? await readCompared(db, viewer.id, { ...request, byFit, minHours })
      : await readStored(db, viewer?.id ?? null, request);
  return ok({
    projects: page.rows.map(presentProject),
    ...(viewer && { my_join_requests: page.rows.flatMap(presentMyJoinRequest) }),
    ...(page.fits && { fits: page.fits }),
    has_more: page.next !== null,
    ...(page.next && { next: writeListCursor(page.next) }),
  });
}

interface PageRequest {
  filter: ReturnType<typeof filterOf>;
  /** The cursor after which the page starts. */
  after: ListCursor | null;
  /** The last project of the previous page, for a client that sends no cursor. */
  before: number | undefined;
  limit: number;
  nowMs: number;
}

interface ReadPage {
  rows: readonly ListedProjectRow[];
  fits: ProjectsAnswer['data']['fits'];
  /** Where the next page begins; null if there is none. */
  next: ListCursor | null;
}

/** Reads a page of projects compared with the reader: ordered by fit, or filtered by shared hours. */
async function readCompared(
  db: Db,
  readerId: number,
  { filter, after, before, limit, nowMs, ...by }: PageRequest & { byFit: boolean; minHours: number },
): Promise<ReadPage> {
  const found = await findFitting(db, { readerId, filter, ...by, before, after, nowMs, limit: limit + 1 });
  const fitting = found.slice(0, limit);
  const ids = fitting.map(({ fit }) => fit.rank.id);
  const listed = await listProjects(db, { search: '', skills: [], role: '', openSeats: false, ids, limit }, readerId);
  const next = found.length > limit ? fitting.at(-1)?.cursor : undefined;
  return { rows: inOrder(listed, ids), fits: fitting.map(({ fit }) => presentFit(fit)), next: next ?? null };
}

/** Reads a page ordered by the database, for a member with the hours that they share with the creators. */
async function readStored(
  db: Db,
  readerId: number | null,
  { filter, after, before, limit, nowMs }: PageRequest,
): Promise<ReadPage> {
  const start = { before, ...(after?.at.kind === 'ranked' && { after: after.at.ranked }) };
  const listed = await listProjects(db, { ...filter, ...start, limit: limit + 1 }, readerId);
  const rows = listed.slice(0, limit);
  const last = listed.length > limit ? rows.at(-1) : undefined;
  const ranked = last && { order: storedOrderOf(filter), rank: last.rank, id: last.id };
  const projects = { ids: rows.map(({ id }) => id), nowMs };
  const hours = readerId !== null && filter.ids === undefined ? await findSharedHours(db, readerId, projects) : null;
  return {
    rows,
    fits: hours?.size ? [...hours].map(([project_id, about_hours]) => ({ project_id, about_hours })) : undefined,
    next: ranked ? { at: { kind: 'ranked', ranked }, end: null } : null,
  };
}

/** Returns the filter in a query, with all spellings of its skills. */
function filterOf(query: ProjectsQuery, nowMs: number) {
  const { search = '', skill = '', match = 'any', role = '', category } = query;
  const spellings = cleanSkills(skill.split(',')).map(spellingsOf);
  // With this order, projects that have already left the list are left out.
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

/** The reasons why a project fits, without empty parts. */
const presentFit = ({ rank, has, missing, about_hours, same_college }: Fit) => ({
  project_id: rank.id,
  ...(has.length > 0 && { has, missing }),
  ...(about_hours > 0 && { about_hours }),
  ...(same_college && { same_college: true as const }),
});

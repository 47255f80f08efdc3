import { compareFits, type Fit, fit, fitWeek, isSameCollegeAs, weekOf } from '@sangam/shared/people/fit-order';
import { hasInCommon } from '@sangam/shared/people/fit-words';
import { spellingsOf } from '@sangam/shared/people/skills';
import { projectServerLimits } from '@sangam/shared/projects/limits';
import { readSharedHours } from '../../people/people.js';
import type { Db } from '../../platform/db/database.js';
import * as queries from './fitting.queries.js';
import type { ListCursor } from './list-cursor.js';
import { compareRanked, type RankedPosition, storedOrderOf } from './list-order.queries.js';
import { listRanked, type ProjectsPage } from './list-page.queries.js';

/** A page of projects that is ordered by fit to the reader, or filtered by the hours that they share with the creators. */
interface FittingPage {
  readerId: number;
  /** The page's filter, without its start and length. */
  filter: Omit<ProjectsPage, 'before' | 'after' | 'limit'>;
  byFit: boolean;
  minHours: number;
  /** The previous page's last project, for a client that sends no cursor. */
  before: number | undefined;
  after: ListCursor | null;
  limit: number;
  nowMs: number;
}

/** How a project fits the reader, and its position in the page's order. */
interface FittingProject {
  fit: Fit;
  cursor: ListCursor;
}

const { fitProjectsMax, fitProjectsReserve } = projectServerLimits;

/**
 * Returns how the projects of a page fit the reader, in the page's order. It compares the first projects, in the stored order, that match
 * the filter and, for the order by fit, need one of the reader's skills. Later pages compare the same projects, even if others have been
 * posted since.
 */
export async function findFitting(db: Db, page: FittingPage): Promise<FittingProject[]> {
  const comparison = await compare(db, page);
  const fitting = page.byFit ? continueByFit(comparison, page) : continueInStoredOrder(comparison, page);
  return fitting.slice(0, page.limit);
}

interface Comparison {
  /** The projects with a fit and enough shared hours, in their stored order. */
  found: readonly { fit: Fit; ranked: RankedPosition }[];
  /** All compared projects, in that order. */
  ids: readonly number[];
  /** The last compared project; null if all are compared. */
  end: RankedPosition | null;
  /** The fit of the project `before`, if it has one. */
  previous: Fit | undefined;
}

/** Compares the reader with the projects of this page and of the pages before and after it. */
async function compare(db: Db, page: FittingPage): Promise<Comparison> {
  const { readerId, minHours, before, after, nowMs } = page;
  const [reader, hours] = await Promise.all([
    queries.findFitReader(db, readerId),
    readSharedHours(db, readerId, nowMs),
  ]);
  const { rows, order, end } = await listPool(db, page, reader);
  const ids = rows.map(({ id }) => id);
  const requestedIds = before === undefined ? ids : [...ids, before];
  const facts = await queries.findProjectFacts(db, { readerId, ids: requestedIds }, hours);
  const week = after?.at.kind === 'fit' ? weekOf(after.at.fit, fitWeek(nowMs)) : fitWeek(nowMs);
  const isSameCollege = isSameCollegeAs(reader.college);
  const fits = new Map(
    facts.map(({ id, needed: required, about_hours: aboutHours, confirmed_on: activeOn, college }) => {
      const sameCollege = isSameCollege(college);
      return [id, fit({ id, required, skills: reader.skills, aboutHours, sameCollege, activeOn }, week)] as const;
    }),
  );
  const found = rows.flatMap(({ id, rank }) => {
    const projectFit = fits.get(id);
    return projectFit && projectFit.about_hours >= minHours ? [{ fit: projectFit, ranked: { order, rank, id } }] : [];
  });
  return { found, ids, end, previous: before === undefined ? undefined : fits.get(before) };
}

/** The projects to compare, in their stored order. */
async function listPool(db: Db, { readerId, filter, byFit, after }: FittingPage, { skills }: queries.FitReader) {
  const isOfOther = queries.isOfOtherCreator(readerId);
  const ownSpellings = skills.flatMap(spellingsOf);
  const rows = await listRanked(db, {
    ...filter,
    skills: byFit && ownSpellings.length > 0 ? [...filter.skills, ownSpellings] : filter.skills,
    conditions: byFit ? [queries.isOpenToReader(readerId), isOfOther] : [isOfOther],
    limit: after === null ? fitProjectsMax : fitProjectsMax + fitProjectsReserve,
  });
  const order = storedOrderOf(filter);
  const last = rows[fitProjectsMax - 1];
  const end = after === null ? (last ? { order, ...last } : null) : after.end;
  return { order, end, rows: end === null ? rows : rows.filter((row) => compareRanked(row, end) <= 0) };
}

/** Returns the projects that have something in common with the reader, best fit first. */
function continueByFit({ found, end, previous }: Comparison, { before, after }: FittingPage): FittingProject[] {
  const start = after?.at.kind === 'fit' ? after.at.fit : previous?.rank;
  // The start of the page is unknown.
  if (before !== undefined && start === undefined) return [];
  return found
    .map((project) => project.fit)
    .filter(hasInCommon)
    .toSorted((a, b) => compareFits(a.rank, b.rank))
    .filter(({ rank }) => start === undefined || compareFits(start, rank) < 0)
    .map((projectFit) => ({ fit: projectFit, cursor: { at: { kind: 'fit', fit: projectFit.rank }, end } }));
}

function continueInStoredOrder({ found, ids, end }: Comparison, { before, after }: FittingPage): FittingProject[] {
  const following = after
    ? found.filter(({ ranked }) => isLater(ranked, after))
    : found.slice(indexAfter(ids, found, before));
  return following.map(({ fit, ranked }) => ({ fit, cursor: { at: { kind: 'ranked', ranked }, end } }));
}

const isLater = (ranked: RankedPosition, { at }: ListCursor): boolean =>
  at.kind !== 'ranked' || compareRanked(ranked, at.ranked) > 0;

/** Returns by project id about how many hours the reader shares with its creator. Leaves out creators who aren't listed. */
export async function findSharedHours(
  db: Db,
  readerId: number,
  { ids, nowMs }: { ids: readonly number[]; nowMs: number },
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const hours = await readSharedHours(db, readerId, nowMs);
  const found = hours.isKnown ? await queries.findCreatorHours(db, { readerId, ids }, hours) : [];
  return new Map(found.map(({ id, about_hours }) => [id, about_hours]));
}

/** Returns the index of the first found project after the project `before`, which may itself no longer be found. */
function indexAfter(ids: readonly number[], found: readonly { fit: Fit }[], before: number | undefined): number {
  const at = before === undefined ? -1 : ids.indexOf(before);
  const laterIds = new Set(ids.slice(at + 1));
  const next = found.findIndex(({ fit: { rank } }) => laterIds.has(rank.id));
  return next === -1 ? found.length : next;
}

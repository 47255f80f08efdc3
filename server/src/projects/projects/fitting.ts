import { compareFits, type Fit, fit, fitWeek, isSameCollegeAs, weekOf } from '@sangam/shared/people/fit-order';
import { hasInCommon } from '@sangam/shared/people/fit-words';
import { spellingsOf } from '@sangam/shared/people/skills';
import { projectServerLimits } from '@sangam/shared/projects/limits';
import { readSharedHours } from '../../people/people.js';
import type { Db } from '../../platform/db/database.js';
import * as queries from './fitting.queries.js';
import { compareRanked, type RankedPlace, storedOrderOf } from './list-order.queries.js';
import { listRanked, type ProjectsPage } from './list-page.queries.js';
import type { ListPlace } from './list-place.js';

/** A page of projects that is ordered by fit to the reader, or filtered by the hours that they share with the creators. */
export interface FittingPage {
  readerId: number;
  /** All but its place and length. */
  filter: Omit<ProjectsPage, 'before' | 'after' | 'limit'>;
  byFit: boolean;
  minHours: number;
  /** The place of the previous page's last project. */
  before: number | undefined;
  after: ListPlace | null;
  limit: number;
  nowMs: number;
}

const { fitProjectsMax, fitProjectsReserve } = projectServerLimits;

/**
 * How the projects of a page fit the reader, in their order, and where each is in it. The newest that match the filter, and for the order
 * by fit need one of the reader's skills, are compared; on later pages the same ones, even if others have come since.
 */
export async function findFitting(db: Db, page: FittingPage): Promise<{ fit: Fit; place: ListPlace }[]> {
  const { readerId, filter, byFit, minHours, before, after, limit, nowMs } = page;
  const [reader, hours] = await Promise.all([
    queries.findFitReader(db, readerId),
    readSharedHours(db, readerId, nowMs),
  ]);
  const ofOther = queries.isOfOtherCreator(readerId);
  const own = reader.skills.flatMap(spellingsOf);
  const rows = await listRanked(db, {
    ...filter,
    skills: byFit && own.length > 0 ? [...filter.skills, own] : filter.skills,
    further: byFit ? [queries.isOpenToReader(readerId), ofOther] : [ofOther],
    limit: after === null ? fitProjectsMax : fitProjectsMax + fitProjectsReserve,
  });
  const order = storedOrderOf(filter);
  const last = rows[fitProjectsMax - 1];
  const end = after === null ? (last ? { order, ...last } : null) : after.end;
  const pool = end === null ? rows : rows.filter((row) => compareRanked(row, end) <= 0);
  const ids = pool.map(({ id }) => id);
  const asked = after !== null || before === undefined ? ids : [...ids, before];
  const facts = new Map(
    (await queries.findProjectFacts(db, { readerId, ids: asked }, hours)).map((row) => [row.id, row] as const),
  );
  const week = after?.at.kind === 'fit' ? weekOf(after.at.fit, fitWeek(nowMs)) : fitWeek(nowMs);
  const isSameCollege = isSameCollegeAs(reader.college);
  const fitOf = (id: number): Fit[] => {
    const row = facts.get(id);
    if (!row) return [];
    const { needed, about_hours: aboutHours, confirmed_on: activeOn } = row;
    const sameCollege = isSameCollege(row.college);
    return [fit({ id, required: needed, skills: reader.skills, aboutHours, sameCollege, activeOn }, week)];
  };
  const found = pool.flatMap(({ id, rank }) =>
    fitOf(id)
      .filter(({ about_hours }) => about_hours >= minHours)
      .map((one) => ({ fit: one, ranked: { order, rank, id } })),
  );
  if (!byFit) {
    const rest = after
      ? found.filter(({ ranked }) => isLater(ranked, after))
      : found.slice(placeAfter(ids, found, before));
    return rest
      .slice(0, limit)
      .map(({ fit: one, ranked }) => ({ fit: one, place: { at: { kind: 'ranked', place: ranked }, end } }));
  }
  const [lastFit] = before === undefined ? [] : fitOf(before);
  const start = after?.at.kind === 'fit' ? after.at.fit : lastFit?.place;
  if (before !== undefined && start === undefined) return [];
  return found
    .map(({ fit: one }) => one)
    .filter(hasInCommon)
    .toSorted((a, b) => compareFits(a.place, b.place))
    .filter(({ place }) => start === undefined || compareFits(start, place) < 0)
    .slice(0, limit)
    .map((one) => ({ fit: one, place: { at: { kind: 'fit', fit: one.place }, end } }));
}

const isLater = (ranked: RankedPlace, { at }: ListPlace): boolean =>
  at.kind !== 'ranked' || compareRanked(ranked, at.place) > 0;

/** About how many hours the reader shares with the creators of these projects, by the project's id. Leaves out creators who aren't listed. */
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

/** Where the found projects go on after one that may no longer be among them. */
function placeAfter(ids: readonly number[], found: readonly { fit: Fit }[], before: number | undefined): number {
  const at = before === undefined ? -1 : ids.indexOf(before);
  const later = new Set(ids.slice(at + 1));
  const next = found.findIndex(({ fit: { place } }) => later.has(place.id));
  return next === -1 ? found.length : next;
}

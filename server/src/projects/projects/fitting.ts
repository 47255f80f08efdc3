import { compareFits, type Fit, fit, fitWeek, isSameCollegeAs } from '@sangam/shared/people/fit';
import { hasInCommon } from '@sangam/shared/people/fit-words';
import { spellingsOf } from '@sangam/shared/people/skills';
import { projectServerLimits } from '@sangam/shared/projects/limits';
import { readSharedHours } from '../../people/people.js';
import type { Db } from '../../platform/db/database.js';
import * as queries from './fitting.queries.js';
import { listIds, type ProjectsPage } from './queries.js';

/** A page of projects that is ordered by fit to the reader, or filtered by the hours that they share with the creators. */
export interface FittingPage {
  readerId: number;
  /** All but its place and length. */
  filter: Omit<ProjectsPage, 'before' | 'limit'>;
  byFit: boolean;
  minHours: number;
  before: number | undefined;
  limit: number;
  nowMs: number;
}

/**
 * How the projects of a page fit the reader, in their order. The newest that match the filter, and for the order by fit need one of the
 * reader's skills, are compared; `before` is the last project of the page before.
 */
export async function findFitting(db: Db, page: FittingPage): Promise<Fit[]> {
  const { readerId, filter, byFit, minHours, before, limit, nowMs } = page;
  const [reader, hours] = await Promise.all([
    queries.findFitReader(db, readerId),
    readSharedHours(db, readerId, nowMs),
  ]);
  const ofOther = queries.isOfOtherCreator(readerId);
  const own = reader.skills.flatMap(spellingsOf);
  const ids = await listIds(db, {
    ...filter,
    skills: byFit && own.length > 0 ? [...filter.skills, own] : filter.skills,
    further: byFit ? [queries.isOpenToReader(readerId), ofOther] : [ofOther],
    limit: projectServerLimits.fitProjectsMax,
  });
  const facts = new Map(
    (await queries.findProjectFacts(db, before === undefined ? ids : [...ids, before], hours)).map(
      (row) => [row.id, row] as const,
    ),
  );
  const isSameCollege = isSameCollegeAs(reader.college);
  const fitOf = (id: number): Fit[] => {
    const row = facts.get(id);
    if (!row || !(row.has_creator || id === before)) return [];
    const { needed, about_hours: aboutHours, confirmed_on: activeOn } = row;
    const sameCollege = isSameCollege(row.college);
    return [fit({ id, required: needed, skills: reader.skills, aboutHours, sameCollege, activeOn }, fitWeek(nowMs))];
  };
  const found = ids.flatMap(fitOf).filter(({ about_hours }) => about_hours >= minHours);
  if (!byFit) return found.slice(placeAfter(ids, found, before)).slice(0, limit);
  const [last] = before === undefined ? [] : fitOf(before);
  return found
    .filter(hasInCommon)
    .toSorted((a, b) => compareFits(a.place, b.place))
    .filter(({ place }) => last === undefined || compareFits(last.place, place) < 0)
    .slice(0, limit);
}

/** About how many hours the reader shares with the creators of these projects, by the project's id. Says nothing of creators who aren't listed. */
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

/** Where the found projects go on after one that may not be among them any more. */
function placeAfter(ids: readonly number[], found: readonly Fit[], before: number | undefined): number {
  const at = before === undefined ? -1 : ids.indexOf(before);
  const later = new Set(ids.slice(at + 1));
  const next = found.findIndex(({ place }) => later.has(place.id));
  return next === -1 ? found.length : next;
}

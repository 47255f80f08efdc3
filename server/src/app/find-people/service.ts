import type { FindPeopleQuery, ListedMember } from '@sangam/shared/app/find-people';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import { cleanSkills } from '@sangam/shared/people/profile';
import { skillKey } from '@sangam/shared/people/skills';
import type { Db } from '../../platform/db/database.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { confirmedCollege } from '../member-page/confirmed-college.js';
import { parsePlace, writePlace } from './place.js';
import * as queries from './queries.js';

interface Page {
  members: ListedMember[];
  next: string | null;
}

/**
 * Listed members (R19.4), a page at a time. INVALID for a place of another order; PROJECT_NOT_FOUND for a project in whose team the reader
 * isn't.
 */
export type FindPeople = (readerId: number, query: FindPeopleQuery) => Promise<Result<Page>>;

const { peoplePage } = peopleServerLimits;

export function createFindPeople({ db, colleges }: { db: Db; colleges: ReadonlyMap<string, string> }): FindPeople {
  const present = ({ confirmed_domain, ...row }: queries.FoundRow): ListedMember => {
    const { id, name, headline, college, skills, looks_for } = row;
    return { id, name, headline, college, ...confirmedCollege(colleges, confirmed_domain), skills, looks_for };
  };

  return async (readerId, { skills = '', match = 'any', college = '', sort, project_id, after }) => {
    // One more than a page tells whether there is another.
    const filter = { readerId, skills: cleanSkills(skills.split(',')), match, college, limit: peoplePage + 1 };
    const place = after === undefined ? null : parsePlace(after);
    if (after !== undefined && (place === null || (place.kind === 'suited') !== (sort === 'project')))
      return fail('INVALID');
    if (sort !== 'project') return ok(await byActivity(filter, place));
    const project = project_id === undefined ? undefined : await queries.findOwnProject(db, project_id, readerId);
    if (project_id === undefined || !project) return fail('PROJECT_NOT_FOUND');
    const required = project.required_skills;
    const keys = [...new Set(required.map(skillKey))];
    const rows = await queries.findSuited(
      db,
      filter,
      { id: project_id, keys },
      place?.kind === 'suited' ? place : null,
    );
    const last = rows.length > peoplePage ? rows[peoplePage - 1] : undefined;
    return ok({
      members: rows.slice(0, peoplePage).map((row) => ({ ...present(row), ...coverage(row.skills, required) })),
      next: last ? writePlace({ kind: 'suited', covers: last.covers, day: last.day, id: last.id }) : null,
    });
  };

  /** First those whose activity may be known, then those who hide it. */
  async function byActivity(filter: queries.Filter, place: ReturnType<typeof parsePlace>): Promise<Page> {
    const active =
      place?.kind === 'hiding' ? [] : await queries.findActive(db, filter, place?.kind === 'active' ? place : null);
    if (active.length > peoplePage) {
      const last = active[peoplePage - 1];
      return {
        members: active.slice(0, peoplePage).map(present),
        next: last ? writePlace({ kind: 'active', day: last.day, id: last.id }) : null,
      };
    }
    const limit = filter.limit - active.length;
    const hiding = await queries.findHiding(db, { ...filter, limit }, place?.kind === 'hiding' ? place.id : null);
    const members = [...active, ...hiding].slice(0, peoplePage).map(present);
    if (active.length + hiding.length <= peoplePage) return { members, next: null };
    // The last of them was read to know that there is another page.
    const last = hiding.at(-2)?.id ?? Number.MAX_SAFE_INTEGER;
    return { members, next: writePlace({ kind: 'hiding', id: last }) };
  }
}

/** The required skills that the member has and lacks, in the project's words. */
function coverage(skills: readonly string[], required: readonly string[]) {
  const own = new Set(skills.map(skillKey));
  return {
    has: required.filter((skill) => own.has(skillKey(skill))),
    missing: required.filter((skill) => !own.has(skillKey(skill))),
  };
}

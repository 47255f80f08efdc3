import { type Static, Type } from 'typebox';
import { CleanText, Data, Id, Nullable, Strict } from '../core/schemas.js';
import { peopleLimits } from '../people/limits.js';
import { projectLimits } from '../projects/limits.js';

/** The orders of listed members: by activity, or by the skills of one of the reader's projects that they have. */
export const PEOPLE_SORTS = ['activity', 'project'] as const;
export type PeopleSort = (typeof PEOPLE_SORTS)[number];

export const FindPeopleQuery = Strict({
  skills: Type.Optional(CleanText('line', projectLimits.skillFilterMaxChars)),
  match: Type.Optional(Type.Enum(['any', 'all'], { description: 'one of the skills, the default, or all of them' })),
  college: Type.Optional(CleanText('line', peopleLimits.collegeMaxChars)),
  sort: Type.Optional(Type.Enum([...PEOPLE_SORTS])),
  project_id: Type.Optional({ ...Id, description: 'with sort=project: a project in whose team one is' }),
  after: Type.Optional(
    Type.String({ maxLength: 60, pattern: '^[0-9a-z.-]+$', description: 'next of the page before' }),
  ),
});
export type FindPeopleQuery = Static<typeof FindPeopleQuery>;

/** A listed member. */
export const ListedMember = Type.Object({
  id: Id,
  name: Type.String(),
  headline: Type.String(),
  college: Type.String(),
  confirmed_college: Type.Optional(
    Type.String({ description: "the college, in the operator's list, at which the member has a confirmed address" }),
  ),
  skills: Type.Array(Type.String()),
  looks_for: Type.String(),
  has: Type.Optional(
    Type.Array(Type.String(), { description: "with sort=project: the project's skills that they have" }),
  ),
  missing: Type.Optional(Type.Array(Type.String())),
});
export type ListedMember = Static<typeof ListedMember>;

export const FindPeopleAnswer = Data(
  Type.Object({
    members: Type.Array(ListedMember),
    next: Nullable(Type.String({ description: 'the next page as `after`; null for the last' })),
  }),
);

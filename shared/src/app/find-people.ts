import { type Static, Type } from 'typebox';
import { CleanText, Data, Day, Id, Nullable, Strict, StrictNaming } from '../core/schemas.js';
import { fitParts } from '../people/fit-parts.js';
import { peopleLimits } from '../people/limits.js';
import { projectLimits } from '../projects/limits.js';

/** The orders of listed members: by activity, by fit to the reader, or by fit to one of the reader's projects. */
const SORTS = ['activity', 'fit', 'project'] as const;

export const FindPeopleQuery = Strict({
  skills: Type.Optional(CleanText('line', projectLimits.skillFilterMaxChars)),
  match: Type.Optional(Type.Enum(['any', 'all'], { description: 'one of the skills, the default, or all of them' })),
  college: Type.Optional(CleanText('line', peopleLimits.collegeMaxChars)),
  role: Type.Optional(CleanText('line', peopleLimits.roleMaxChars)),
  hours: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 168, description: 'at least this many shared hours a week, rounded' }),
  ),
  free_from: Type.Optional({ ...Day, description: 'members who are available from this day on: YYYY-MM-DD' }),
  sort: Type.Optional(Type.Enum([...SORTS])),
  project_id: Type.Optional({ ...Id, description: 'with sort=project: a project whose team the caller is in' }),
  after: Type.Optional(
    Type.String({ maxLength: 80, pattern: '^[0-9a-z.-]+$', description: '`next` of the previous page' }),
  ),
  pool: Type.Optional(
    Type.String({
      maxLength: 100,
      pattern: '^[0-9a-z._-]+$',
      description: 'with `after`: `pool` of the previous page',
    }),
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
  takes_roles: Type.Optional(Type.Array(Type.String(), { description: 'absent if there are none' })),
  free_from: Type.Optional(Type.String({ description: 'the day from which they are available, if in the future' })),
  ...fitParts,
});
export type ListedMember = Static<typeof ListedMember>;

export const FindPeopleAnswer = Data(
  Type.Object({
    members: Type.Array(ListedMember),
    next: Nullable(Type.String({ description: 'the next page, as `after`; null at the end' })),
    pool: Type.Optional(
      Type.String({
        description: 'with `next`, in an order by fit: sent with the next page, it keeps the compared members the same',
      }),
    ),
  }),
);

export const SuggestedPeopleQuery = Strict({
  project_id: Type.Optional({
    ...Id,
    description: "one of the caller's projects; without it, the newest open one with a free seat and a suggestion",
  }),
});
export type SuggestedPeopleQuery = Static<typeof SuggestedPeopleQuery>;
/** Members who fit one of the reader's projects, best first. */
export const SuggestedPeople = Type.Object({
  project: Nullable(Type.Object({ id: Id, title: Type.String() }, { description: 'null if there is no suggestion' })),
  members: Type.Array(ListedMember),
});
export type SuggestedPeople = Static<typeof SuggestedPeople>;
export const SuggestedPeopleAnswer = Data(SuggestedPeople);

/** A member or a project that is never to be suggested again. */
export const DismissalBody = StrictNaming(['member_id', 'project_id'], {
  member_id: Type.Optional(Id),
  project_id: Type.Optional(Id),
});
export type DismissalBody = Static<typeof DismissalBody>;

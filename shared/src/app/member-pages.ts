import { type Static, Type } from 'typebox';
import { Data, Id, Nullable, Strict } from '../core/schemas.js';
import { Presence } from '../people/users.js';
import { AnswerRecord, ProjectState } from '../projects/projects.js';
import { pageReaders } from './page-readers.js';

export const MemberPageQuery = Strict({
  as: Type.Optional(
    Type.Enum([...pageReaders], { description: "only for the caller's own page: the view of such a reader" }),
  ),
});
export type MemberPageQuery = Static<typeof MemberPageQuery>;

/** A project that the member runs or is in, visible to everybody. */
export const PageProject = Type.Object({ id: Id, title: Type.String(), state: ProjectState });
export type PageProject = Static<typeof PageProject>;

/** The parts of a page that members see. */
export const MemberProfile = Type.Object({
  seen_as: Type.Enum(['own', ...pageReaders]),
  college: Type.String(),
  confirmed_college: Type.Optional(
    Type.String({ description: "the college, in the operator's list, at which the member has a confirmed address" }),
  ),
  skills: Type.Array(Type.String()),
  headline: Type.String(),
  about: Type.String(),
  looks_for: Type.String(),
  takes_roles: Type.Optional(Type.Array(Type.String(), { description: 'absent if there are none' })),
  free_from: Type.Optional(Type.String({ description: 'the day from which they are available, if in the future' })),
  github_link: Nullable(Type.String()),
  links: Type.Array(Type.String()),
  time_zone: Nullable(Type.String({ description: 'null to others unless the member shows it' })),
  email: Type.String({ description: "'' unless the two are teammates, or one approved the other's interest" }),
  presence: Type.Optional(Presence),
  runs: Type.Array(PageProject, { description: 'the newest projects of which the member is the creator' }),
  takes_part_in: Type.Array(PageProject, { description: "the newest of others' projects in whose team the member is" }),
  finished: Type.Integer({ minimum: 0, description: 'the number of finished projects' }),
  answer_record: Type.Optional(AnswerRecord),
});
export type MemberProfile = Static<typeof MemberProfile>;

/** A member's page. Visitors read only a creator's name. */
export const MemberPage = Type.Object({ id: Id, name: Type.String(), profile: Type.Optional(MemberProfile) });
export type MemberPage = Static<typeof MemberPage>;
export const MemberPageAnswer = Data(Type.Object({ person: MemberPage }));

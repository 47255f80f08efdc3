import { type Static, Type } from 'typebox';
import {
  CleanText,
  Data,
  type FreeTexts,
  Id,
  IdList,
  Instant,
  Limit,
  more,
  Nullable,
  Strict,
  Uuid,
} from '../core/schemas.js';
import { peopleLimits } from '../people/limits.js';
import { PROJECT_STATES } from './lifecycle.js';
import { PROJECT_CATEGORIES, PROJECT_SORTS, projectLimits } from './limits.js';
import { ofRole, Role, RoleBody, RoleEditBody } from './role-parts.js';

export const Category = Type.Enum([...PROJECT_CATEGORIES]);
export type Category = (typeof PROJECT_CATEGORIES)[number];

export const ProjectState = Type.Enum([...PROJECT_STATES]);

/** A project as lists and the dashboard show it. */
export const Project = Type.Object({
  id: Id,
  title: Type.String(),
  description: Type.String(),
  category: Category,
  required_skills: Type.Array(Type.String()),
  timeline: Nullable(Type.String()),
  max_members: Type.Integer(),
  current_members: Type.Integer({ description: 'the creator and all accepted members' }),
  member_count: Type.Integer({ description: 'the same number as current_members' }),
  offered_seats: Type.Integer({ description: 'seats held by seat offers' }),
  state: ProjectState,
  answer_days: Type.Integer({ description: 'the days in which the creator answers a join request' }),
  questions: Type.Optional(
    Type.Array(Type.String(), {
      description: "the creator's questions for applicants; absent from projects that older versions stored",
    }),
  ),
  roles: Type.Optional(
    Type.Array(Role, { description: "the creator's named seats, in their order; absent if there are none" }),
  ),
  creator_id: Id,
  creator_name: Type.String(),
  creator_gone: Type.Optional(
    Type.Literal(true, { description: 'the creator is suspended or has deleted their account' }),
  ),
  created_at: Instant,
  hidden: Type.Optional(
    Type.Literal(true, { description: 'a moderator hid it from all but its team; absent otherwise' }),
  ),
  seeks_creator_until: Type.Optional(
    Type.String({
      description: 'its creator has deleted their account; its team may accept a transfer by this time: ISO 8601, UTC',
    }),
  ),
  reopen_until: Type.Optional(
    Type.String({ description: 'the deadline for reopening it: ISO 8601, UTC; absent unless it is finished' }),
  ),
  listed_until: Type.Optional(
    Type.String({
      description:
        'the time at which `active` stops listing it, unless its creator confirms it: ISO 8601, UTC; absent from projects that older versions cached',
    }),
  ),
});
export type Project = Static<typeof Project>;

/** A member's own project, with its numbers of pending requests. */
export const MyProject = Type.Object({
  ...Project.properties,
  pending_requests: Type.Integer({ minimum: 0 }),
  pending_interests: Type.Integer({ minimum: 0 }),
});
export type MyProject = Static<typeof MyProject>;

/** How a project's creator has answered the last requests. */
export const AnswerRecord = Type.Object({
  asked: Type.Integer({ description: 'recent requests that needed an answer' }),
  answered: Type.Integer({ description: 'those answered within `days`' }),
  days: Type.Integer({ description: '0 if none was answered' }),
});
export type AnswerRecord = Static<typeof AnswerRecord>;

/** A project as its own page shows it. */
export const ProjectDetail = Type.Object({
  ...Project.properties,
  skills_needed: Type.Array(Type.String()),
  creator_college: Type.String(),
  creator_email: Nullable(
    Type.String({
      description: "null for visitors; '' for members without a shared team or approved interest",
    }),
  ),
  creator_skills: Type.Array(Type.String()),
  creator_github: Nullable(Type.String()),
  answer_record: Type.Optional(AnswerRecord),
});
export type ProjectDetail = Static<typeof ProjectDetail>;

/** A member with a seat in a project. */
export const TeamMember = Type.Object({ id: Id, name: Type.String(), ...ofRole });
export type TeamMember = Static<typeof TeamMember>;

/** A member left a team, as its creator sees it. */
export const TeamDeparture = Type.Object({
  project_id: Id,
  project_title: Type.String(),
  user_id: Id,
  user_name: Type.String(),
});
export type TeamDeparture = Static<typeof TeamDeparture>;

/** A member was removed from a team, as both sides see it. */
export const TeamRemoval = Type.Object({
  ...TeamDeparture.properties,
  creator_id: Id,
  word: Nullable(Type.String({ description: "the creator's word to the removed member" })),
});
export type TeamRemoval = Static<typeof TeamRemoval>;

/** A deleted project, whose title requests and activities still show. */
export const ProjectDeletion = Type.Object({ id: Id, title: Type.String(), creator_id: Id });
export type ProjectDeletion = Static<typeof ProjectDeletion>;

export const ProjectBody = Strict({
  title: CleanText('line', projectLimits.titleMaxChars),
  description: CleanText('text', projectLimits.descriptionMaxChars),
  category: Category,
  required_skills: Type.Optional(
    Type.Array(CleanText('line', peopleLimits.skillMaxChars), { maxItems: peopleLimits.skillsMax }),
  ),
  timeline: Type.Optional(Nullable(CleanText('line', projectLimits.timelineMaxChars))),
  max_members: Type.Optional(Type.Integer({ minimum: projectLimits.membersMin, maximum: projectLimits.membersMax })),
  answer_days: Type.Optional(
    Type.Integer({ minimum: projectLimits.answerDaysMin, maximum: projectLimits.answerDaysMax }),
  ),
  questions: Type.Optional(
    Type.Array(CleanText('line', projectLimits.questionMaxChars), { maxItems: projectLimits.questionsMax }),
  ),
  roles: Type.Optional(
    Type.Array(RoleBody, {
      maxItems: projectLimits.rolesMax,
      description: "named seats, in addition to the creator's",
    }),
  ),
});
export type ProjectBody = Static<typeof ProjectBody>;
/**
 * The free texts of a project. Reports and erasures must include each of them, or they don't compile. Triggers keep earlier values, and
 * hiding the project hides all texts.
 */
export type ProjectText = FreeTexts<ProjectBody>;

/** The fields of a project that its creator writes, after checks. */
export type ProjectFields = Required<Omit<ProjectBody, 'roles'>>;

/** The key is in the query, which servers of the previous version ignore. */
export const ProjectKeyQuery = Strict({
  client_id: Type.Optional({
    ...Uuid,
    description:
      'a key of the client: repeated with it, after a lost answer, the call returns the project it has created',
  }),
});

/** An edit of a project: changes only the fields in it. */
export const ProjectEditBody = Strict({
  ...Type.Partial(ProjectBody).properties,
  roles: Type.Optional(
    Type.Array(RoleEditBody, {
      maxItems: projectLimits.rolesMax,
      description: 'the complete list of roles: one without `id` is new, and one left out is removed',
    }),
  ),
});
export type ProjectEditBody = Static<typeof ProjectEditBody>;
export const ProjectStateBody = Strict({ state: ProjectState });
export const RemoveMemberBody = Strict({ word: Type.Optional(CleanText('text', projectLimits.removalWordMaxChars)) });
export const MemberParams = Type.Object({ id: Id, userId: Id });

export const ProjectsQuery = Strict({
  /** Lists only these projects, up to a page. */
  ids: Type.Optional(IdList(projectLimits.projectsPage, 'only these projects, separated by commas')),
  search: Type.Optional(CleanText('line', projectLimits.searchMaxChars)),
  category: Type.Optional(Category),
  /** One of several skills, separated by commas, is required, by the project or for one of its roles. */
  skill: Type.Optional(CleanText('line', projectLimits.skillFilterMaxChars)),
  match: Type.Optional(Type.Enum(['any', 'all'], { description: 'one of the skills, the default, or all of them' })),
  role: Type.Optional({
    ...CleanText('line', projectLimits.roleNameMaxChars),
    description: 'projects with a role of this name, in any case',
  }),
  hours: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 168,
      description:
        'at least this many free hours a week shared with the creator, rounded; only listed creators; not for visitors',
    }),
  ),
  open_seats: Type.Optional(Type.Enum(['yes'], { description: 'only open projects with a free seat' })),
  active: Type.Optional(
    Type.Enum(['yes'], { description: 'only projects that their creators confirmed in the last 14 days' }),
  ),
  sort: Type.Optional(
    Type.Enum(PROJECT_SORTS, {
      description:
        'only open projects: those that leave the list soonest, with the most free seats, or with the best fit for the reader; without it, newest first or, with a search, best match first',
    }),
  ),
  before: Type.Optional({ ...Id, description: 'the last project of the previous page' }),
  after: Type.Optional(
    Type.String({
      maxLength: 120,
      pattern: '^[0-9a-z._-]+$',
      description: '`next` of the previous page, instead of `before`; exact even if the last project has changed',
    }),
  ),
  limit: Limit(projectLimits.projectsPage, projectLimits.projectsPageMax),
});
export type ProjectSort = (typeof PROJECT_SORTS)[number];
export type ProjectsQuery = Static<typeof ProjectsQuery>;

export const MyProjectsQuery = Strict({
  finished: Type.Optional(Type.Enum(['yes', 'no'], { description: 'only finished projects, or all others' })),
  before: Type.Optional(Id),
  limit: Limit(projectLimits.projectsPage, projectLimits.projectsPageMax),
});
export const MyProjectsAnswer = Data(Type.Object({ projects: Type.Array(MyProject), ...more }));
export const SuitedProjectsQuery = Strict({
  /** The project on screen: the answer prefers its category and leaves it out. */
  project_id: Type.Optional(Id),
});
/** An open project that the member could ask to join next. */
export const SuitedProject = Type.Object({
  ...Project.properties,
  covers: Type.Array(Type.String(), {
    description:
      'required skills that the member has: those that its team lacks, or else all; empty unless suggested by skills',
  }),
  suited_by: Type.Optional(Type.Enum(['skills', 'category', 'newest'])),
  about_hours: Type.Optional(
    Type.Integer({ minimum: 1, description: 'free hours a week shared with its creator, rounded' }),
  ),
});
export type SuitedProject = Static<typeof SuitedProject>;
export const SuitedProjectsAnswer = Data(Type.Object({ projects: Type.Array(SuitedProject) }));
export const ProjectAnswer = Data(Type.Object({ project: Project }));
export const ProjectDeletionAnswer = Data(ProjectDeletion);

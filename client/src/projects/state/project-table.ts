import type { CallAnswer } from '@sangam/shared/app/calls';
import type { MyProject, Project, ProjectDetail } from '@sangam/shared/projects/projects';
import type { MyJoinRequest } from '@sangam/shared/requests/join-requests';
import { createNaming, followNaming } from '../../core/store/naming';
import { createTable, type Moment, type Patch, type Table } from '../../core/store/table';
import { nowMs } from '../../lib/clock';
import { followNames } from '../../people/state/members';

/**
 * A project. Its page adds details about the creator, and the member's own list adds the number of pending requests. `skills_needed` is
 * left out: it repeats `required_skills`.
 */
export type ProjectEntity = Project &
  Partial<Omit<ProjectDetail, keyof Project | 'skills_needed'>> &
  Partial<Omit<MyProject, keyof Project>>;

export const projects = createTable<ProjectEntity>(() => ({
  creator_gone: undefined,
  hidden: undefined,
  seeks_creator_until: undefined,
  reopen_until: undefined,
  roles: undefined,
}));

followNames(projects, { creator_id: 'creator_name' });

export const useProject = (id: number): ProjectEntity | undefined => projects.use(({ byId }) => byId[id]);

/** Whether the default list shows the project. Projects cached by older versions count as listed. */
export const isListed = (
  { listed_until = '', hidden, seeks_creator_until }: ProjectEntity,
  atMs: number = nowMs(),
): boolean => !hidden && !seeks_creator_until && !(Date.parse(listed_until) <= atMs);

/** Whether the server would still reopen a finished project. */
export const isReopenable = ({ reopen_until = '' }: ProjectEntity): boolean => Date.parse(reopen_until) > nowMs();

/** Returns fields that clear the known creator's details if `creator_id` is another creator; fetching the page fills them again. */
export const ofOtherCreator = (id: number, creator_id: number): Partial<ProjectEntity> => {
  const known = projects.get(id);
  return known?.creator_college === undefined || known.creator_id === creator_id
    ? {}
    : { creator_college: '', creator_email: null, creator_skills: [], creator_github: null };
};

/** The names of a project. A deletion has no creator's name: everything pending ends with it. */
type Named = Pick<Project, 'id' | 'title' | 'creator_id'> & Partial<Pick<Project, 'creator_name'>>;

const names = createNaming<Named>(({ title }) => title);

/** Registers a store that shows projects' titles. Call it once per store, at module level. */
export const onProjectNamed = names.follow;

/** Replaces a project's title and creator in all stores. */
export const nameProject = names.note;

/** Returns rows with the titles that projects got since a call began. `of` and `shown`: the fields with a project's id and title. */
export const withNewTitles = names.inRows;

/** Keeps a table's rows current with the projects they name. `fieldsFrom` returns the row's fields that depend on the project. */
export function followProjects<T extends { id: number; project_id: number; project_title?: string }>(
  table: Table<T>,
  fieldsFrom: (project: Named, row: T) => Patch<T>,
): void {
  followNaming(table, names, (row, since) => {
    const project = row.project_title === undefined ? undefined : since(row.project_id);
    return project ? fieldsFrom(project, row) : {};
  });
}

/** Returns the fields of a join request or an interest that follow its project. Only pending ones have the creator's name. */
export const namedWithCreator = (
  { title, creator_id, creator_name }: Named,
  row: { creator_name?: string },
): { project_title: string; creator_id: number; creator_name?: string | undefined } => ({
  project_title: title,
  creator_id,
  creator_name: row.creator_name && creator_name,
});

/** A store of the subject `requests` that takes data from answers about projects. */
interface AnswerFollower {
  /** The member's own requests for listed projects. */
  own?: (own: readonly MyJoinRequest[], startedAt: Moment) => void;
  /** The requests and interests on a project's page. */
  page?: (answer: CallAnswer<'GET /api/projects/:id'>, startedAt: Moment) => void;
}

const answerFollowers = new Set<AnswerFollower>();

/** Registers a store that takes data from answers about projects. Call it once per store, at module level. */
export function onProjectAnswers(follower: AnswerFollower): void {
  answerFollowers.add(follower);
}

export function passOnOwnRequests(own: readonly MyJoinRequest[], startedAt: Moment): void {
  for (const follower of answerFollowers) follower.own?.(own, startedAt);
}

export function passOnPage(answer: CallAnswer<'GET /api/projects/:id'>, startedAt: Moment): void {
  for (const follower of answerFollowers) follower.page?.(answer, startedAt);
}

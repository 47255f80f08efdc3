import type { CallAnswer } from '@sangam/shared/app/calls';
import type { ReportReason } from '@sangam/shared/core/reports';
import type { AnswerRecord } from '@sangam/shared/projects/projects';
import { create } from 'zustand';
import { askAfterClearing } from '../../contact/state/cleared-addresses';
import { request } from '../../core/api/client';
import { isGone, mapResult, type Result } from '../../core/api/errors';
import { changed, failed, idle, type Loadable, load } from '../../core/store/loadable';
import { onReset } from '../../core/store/reset';
import { type Moment, moment } from '../../core/store/table';
import { members } from '../../people/state/members';
import { passOnPage, projects } from './project-table';
import { storeTransferOf } from './transfers';

/** History state that makes a project's page scroll to the suggested members. */
export const TO_PEOPLE_WHO_FIT = 'to-people-who-fit';

/** A project page's own data. The project, its requests and interests are entities, stored in their tables. */
export interface ProjectPage {
  /** The team's ids, the creator first. Empty for visitors. */
  teamIds: readonly number[];
  /** The team's skills, for its creator. */
  teamSkills: readonly string[];
  /** The role's id of each member who has one, by member. */
  teamRoles: Readonly<Record<number, number | undefined>>;
  /** Email addresses of members who share their name with another, by member. Only the team gets them. */
  teamEmails?: Readonly<Record<number, string | undefined>> | undefined;
  /** Whether the reader had a seat when the page was fetched. */
  isMember: boolean;
  /** The creator's record of answers; null if it isn't shown. */
  answerRecord: AnswerRecord | null;
  /** The creator as of the fetched page, which has their details. */
  creatorId: number;
  /** Why a moderator hid the project, for its creator. */
  hiddenReason?: ReportReason | undefined;
  /** The moderator's message to the creator. */
  moderatorMessage?: string | undefined;
}

/** Opened project pages, by project id. */
interface ProjectPages {
  byId: Readonly<Record<number, Loadable<ProjectPage>>>;
}

const empty: ProjectPages = { byId: {} };
export const useProjectPages = create<ProjectPages>(() => empty);
onReset(() => useProjectPages.setState(empty));

/** Fetches a project's page. A page seen before stays on screen while it loads. */
export async function loadProject(id: number): Promise<boolean> {
  let startedAt = moment();
  const isLoaded = await load<CallAnswer<'GET /api/projects/:id'>, ProjectPage>(
    (change) => useProjectPages.setState(({ byId }) => ({ byId: { ...byId, [id]: change(byId[id] ?? idle()) } })),
    () =>
      askAfterClearing(() => {
        startedAt = moment();
        return request('GET /api/projects/:id', { params: { id } });
      }),
    (answer) => storePage(answer, startedAt),
  );
  // The team may have changed while the answer was on the way.
  if (projects.changedSince(startedAt).some((project) => project.id === id)) await followTeam(id);
  return isLoaded;
}

function storePage(answer: CallAnswer<'GET /api/projects/:id'>, startedAt: Moment): ProjectPage {
  const { project, team, team_skills = [], is_member, offer } = answer;
  const { skills_needed: _, answer_record: answerRecord = null, ...known } = project;
  projects.merge([known], startedAt);
  members.merge(
    team.map(({ id, name }) => ({ id, name })),
    startedAt,
  );
  passOnPage(answer, startedAt);
  storeTransferOf(project.id, offer, startedAt);
  return {
    teamIds: team.map((member) => member.id),
    teamSkills: team_skills,
    teamRoles: Object.fromEntries(team.map(({ id, role_id }) => [id, role_id])),
    teamEmails: Object.fromEntries(team.map(({ id, email }) => [id, email])),
    isMember: is_member,
    answerRecord,
    creatorId: project.creator_id,
    hiddenReason: answer.hidden_reason,
    moderatorMessage: answer.hidden_words,
  };
}

/** Leaves a project that the member has joined. */
export async function leaveProject(id: number): Promise<Result<{ project_id: number; current_members: number }>> {
  const answer = await request('DELETE /api/projects/:id/members/me', { params: { id } });
  if (answer.ok) await loadProject(id);
  return mapResult(answer, (value) => value.data);
}

/** Makes the open page of a deleted or hidden project show “not found”. */
export function dropPage(id: number): void {
  const error = { kind: 'server', status: 404, code: 'PROJECT_NOT_FOUND', message: '' } as const;
  if (useProjectPages.getState().byId[id] !== undefined)
    useProjectPages.setState(({ byId }) => ({ byId: { ...byId, [id]: changed(failed(idle(), error)) } }));
}

/** Fetches an open page again. */
export async function refreshPage(id: number): Promise<void> {
  if (useProjectPages.getState().byId[id]?.data) await loadProject(id);
}

/**
 * Fetches an open page again after a change of its project, if the creator or the team's size has changed, or the page was not found
 * before. Visitors see no team. Does nothing during a fetch, which checks this itself: one action may cause several events.
 */
export async function followTeam(id: number): Promise<void> {
  const { data: page, status, error } = useProjectPages.getState().byId[id] ?? idle();
  const project = projects.get(id);
  if (!project || status === 'loading') return;
  const isOtherTeam = page && page.teamIds.length > 0 && page.teamIds.length !== project.current_members;
  if (isGone(error) || isOtherTeam || (page && page.creatorId !== project.creator_id)) await loadProject(id);
}

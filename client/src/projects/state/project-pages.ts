import type { CallAnswer } from '@sangam/shared/app/calls';
import type { AnswerRecord } from '@sangam/shared/projects/projects';
import { create } from 'zustand';
import { request } from '../../core/api/client';
import type { Result } from '../../core/api/errors';
import { failed, idle, type Loadable, load, mapResult } from '../../core/store/loadable';
import { onReset } from '../../core/store/reset';
import { type Moment, moment } from '../../core/store/table';
import { members } from '../../people/state/members';
import { projects, takePageOfRequests } from './project-table';
import { takeOfferOf } from './transfer-table';

/** What belongs to one project's page alone; the project, its requests and interests are entities. */
export interface ProjectPage {
  /** Who has a seat, the creator first; nobody for visitors. */
  teamIds: readonly number[];
  /** What the team knows, for its creator. */
  teamSkills: readonly string[];
  /** The member had a seat when the page was fetched. */
  isMember: boolean;
  /** How the creator has answered; null where nothing is said of it. */
  answerRecord: AnswerRecord | null;
  /** Whose project it was then: what is known about them came with it. */
  creatorId: number;
}

/** Opened project pages, by project id. */
interface ProjectPages {
  byId: Readonly<Record<number, Loadable<ProjectPage>>>;
}

const empty: ProjectPages = { byId: {} };
export const useProjectPages = create<ProjectPages>(() => empty);
onReset(() => useProjectPages.setState(empty));

/** Fetches a project's page; one seen before stays on screen meanwhile. */
export async function loadProject(id: number): Promise<boolean> {
  const asked = moment();
  const came = await load<CallAnswer<'GET /api/projects/:id'>, ProjectPage>(
    (change) => useProjectPages.setState(({ byId }) => ({ byId: { ...byId, [id]: change(byId[id] ?? idle()) } })),
    () => request('GET /api/projects/:id', { params: { id } }),
    (answer) => takePage(answer, asked),
  );
  // The team may have changed while the answer was on its way.
  if (came && projects.changedSince(asked).some((project) => project.id === id)) await followTeam(id);
  return came;
}

function takePage(answer: CallAnswer<'GET /api/projects/:id'>, asked: Moment): ProjectPage {
  const { project, team, team_skills = [], is_member, offer } = answer;
  const { skills_needed: _, answer_record: answerRecord = null, ...known } = project;
  projects.merge([known], asked);
  members.merge(team, asked);
  takePageOfRequests(answer, asked);
  takeOfferOf(project.id, offer, asked);
  return {
    teamIds: team.map((member) => member.id),
    teamSkills: team_skills,
    isMember: is_member,
    answerRecord,
    creatorId: project.creator_id,
  };
}

/** Leaves a project one has joined. */
export async function leaveProject(id: number): Promise<Result<{ project_id: number; current_members: number }>> {
  const answer = await request('DELETE /api/projects/:id/members/me', { params: { id } });
  if (answer.ok) await loadProject(id);
  return mapResult(answer, (value) => value.data);
}

/** An open page of a project that is gone shows what a fetch would bring. */
export function dropPage(id: number): void {
  const error = { kind: 'server', status: 404, code: 'PROJECT_NOT_FOUND', message: '' } as const;
  if (useProjectPages.getState().byId[id] !== undefined)
    useProjectPages.setState(({ byId }) => ({ byId: { ...byId, [id]: failed(idle(), error) } }));
}

/** Fetches an open page again. */
export async function refreshPage(id: number): Promise<void> {
  if (useProjectPages.getState().byId[id]?.data) await loadProject(id);
}

/**
 * Fetches an open page again where the project has another creator, or where somebody joined or left: then the count differs from
 * the team. Visitors see no team.
 */
export async function followTeam(id: number): Promise<void> {
  const [page, project] = [useProjectPages.getState().byId[id]?.data, projects.get(id)];
  if (!page || !project) return;
  const isOtherTeam = page.teamIds.length > 0 && page.teamIds.length !== project.current_members;
  if (isOtherTeam || page.creatorId !== project.creator_id) await loadProject(id);
}

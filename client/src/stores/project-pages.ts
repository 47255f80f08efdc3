import type { Interest, MyInterest } from '@sangam/shared/contract/interests';
import type { JoinRequest, JoinRequestDecision } from '@sangam/shared/contract/join-requests';
import type { Project } from '@sangam/shared/contract/projects';
import { create } from 'zustand';
import { request } from '../api/client';
import { isConflict, type Result } from '../api/errors';
import { idle, type Loadable, load, mapData, mapResult } from './loadable';
import {
  type Detail,
  withInterest,
  withInterestDecided,
  withJoinDecided,
  withJoinWithdrawn,
  withMyRequest,
  withProject,
} from './projects.reduce';
import { onReset } from './reset';

export type { Detail } from './projects.reduce';

/** Opened project pages, by project id. */
interface ProjectPages {
  byId: Readonly<Record<number, Loadable<Detail>>>;
}

const empty: ProjectPages = { byId: {} };
export const useProjectPages = create<ProjectPages>(() => empty);
onReset(() => useProjectPages.setState(empty));

/** Fetches a project's page; one seen before stays on screen meanwhile. */
export const loadProject = (id: number): Promise<boolean> =>
  load<Detail>(
    (change) => setDetail(id, change),
    () => request('GET /api/projects/:id', { params: { id } }),
    () => detailChanges,
  );

/** Shows interest in a project (the old flow); interest that exists already is fetched. */
export async function showInterest(id: number): Promise<Result<MyInterest>> {
  const answer = await request('POST /api/projects/:id/connect', { params: { id } });
  const result = mapResult(answer, (value) => value.data.connection);
  if (result.ok) patchDetail(id, (detail) => ({ ...detail, my_connection: result.value }));
  else if (isConflict(result.error)) await loadProject(id);
  return result;
}

/** Approves or denies interest; when somebody decided first, the page is fetched again so that it shows the truth. */
export async function decideInterest(
  projectId: number,
  id: number,
  status: 'approved' | 'denied',
): Promise<Result<Interest>> {
  const answer = await request('PUT /api/projects/connections/:id', { params: { id }, body: { status } });
  const result = mapResult(answer, (value) => value.data.connection);
  if (result.ok) patchDetail(projectId, (detail) => withInterest(detail, result.value));
  else if (isConflict(result.error)) await loadProject(projectId);
  return result;
}

/** Leaves a project one has joined. */
export async function leaveProject(id: number): Promise<Result<{ project_id: number; current_members: number }>> {
  const answer = await request('DELETE /api/projects/:id/members/me', { params: { id } });
  if (answer.ok) await loadProject(id);
  return mapResult(answer, (value) => value.data);
}

/** Live: a project changed. */
export function applyPageUpdated(project: Project): void {
  patchDetail(project.id, (detail) => withProject(detail, project));
  followTeam(project.id);
}

/** Live: somebody showed interest in the member's project. */
export const applyInterestCreated = (interest: Interest): void =>
  patchDetail(interest.project_id, (detail) => withInterest(detail, interest));

/** Live: interest was approved or denied. */
export const applyInterestDecided = (decided: MyInterest): void =>
  patchDetail(decided.project_id, (detail) => withInterestDecided(detail, decided));

/** Live: a join request was decided. */
export function applyJoinDecided(decision: JoinRequestDecision): void {
  patchDetail(decision.project_id, (detail) => withJoinDecided(detail, decision));
  followTeam(decision.project_id);
}

/** Live: a join request was withdrawn; only the page of the one who withdrew it shows that. */
export const applyJoinWithdrawn = (withdrawn: { id: number; project_id: number }): void =>
  patchDetail(withdrawn.project_id, (detail) => withJoinWithdrawn(detail, withdrawn.id));

/** The member asked to join or withdrew: their standing on the project's page. */
export const applyMyRequest = (mine: JoinRequest): void =>
  patchDetail(mine.project_id, (detail) => withMyRequest(detail, mine));

/** A count tells that somebody joined or left; who it was is fetched. Visitors are shown no team. */
function followTeam(id: number): void {
  const detail = useProjectPages.getState().byId[id]?.data;
  if (detail && detail.team.length > 0 && detail.team.length !== detail.project.current_members) void loadProject(id);
}

function setDetail(id: number, change: (before: Loadable<Detail>) => Loadable<Detail>): void {
  useProjectPages.setState(({ byId }) => ({ byId: { ...byId, [id]: change(byId[id] ?? idle()) } }));
}

let detailChanges = 0;

function patchDetail(id: number, change: (detail: Detail) => Detail): void {
  detailChanges += 1;
  const known = useProjectPages.getState().byId[id];
  if (known?.data) setDetail(id, (before) => mapData(before, change));
}

import type { ProjectState } from '@sangam/shared/projects/lifecycle';
import type { Project, ProjectEditBody } from '@sangam/shared/projects/projects';
import { request } from '../../core/api/client';
import { isConflict, type Result } from '../../core/api/errors';
import { mapResult } from '../../core/store/loadable';
import { type Moment, moment } from '../../core/store/table';
import { dropProject } from './project-changes';
import { loadProject } from './project-pages';
import { projects } from './project-table';

/** Changes the named fields of one's own project, and no others. */
export async function editProject(id: number, body: ProjectEditBody): Promise<Result<Project>> {
  const asked = moment();
  return take(id, await request('PATCH /api/projects/:id', { params: { id }, body }), asked);
}

/** Closes one's own project to requests, opens it again, or finishes it. */
export async function changeProjectState(id: number, state: ProjectState): Promise<Result<Project>> {
  const asked = moment();
  return take(id, await request('PUT /api/projects/:id/state', { params: { id }, body: { state } }), asked);
}

/** Says that one's own open project is still looking: it stays in the list that screens show first, or comes back. */
export async function confirmProject(id: number): Promise<Result<Project>> {
  const asked = moment();
  return take(id, await request('PUT /api/projects/:id/confirmation', { params: { id } }), asked);
}

/** Removes a member from one's own project, with a word to them. */
export async function removeMember(id: number, userId: number, word: string): Promise<Result<Project>> {
  const asked = moment();
  const answer = await request('DELETE /api/projects/:id/members/:userId', {
    params: { id, userId },
    body: word === '' ? {} : { word },
  });
  const taken = await take(id, answer, asked);
  await loadProject(id);
  return taken;
}

/** Deletes one's own project while one is alone in it. */
export async function deleteProject(id: number): Promise<Result<void>> {
  const answer = await request('DELETE /api/projects/:id', { params: { id } });
  if (answer.ok) dropProject(id);
  else if (isConflict(answer.error)) await loadProject(id);
  return mapResult(answer, () => undefined);
}

/** Shows what the act has made of the project; where another tab was first, what that one has. */
async function take(
  id: number,
  answer: Result<{ data: { project: Project } }>,
  asked: Moment,
): Promise<Result<Project>> {
  if (answer.ok) projects.upsert(answer.value.data.project, asked);
  else if (isConflict(answer.error)) await loadProject(id);
  return mapResult(answer, (value) => value.data.project);
}

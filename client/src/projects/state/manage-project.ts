import type { ProjectState } from '@sangam/shared/projects/lifecycle';
import type { Project, ProjectEditBody } from '@sangam/shared/projects/projects';
import { request } from '../../core/api/client';
import { isConflict, isSignedOut, mapResult, type Result } from '../../core/api/errors';
import { type Moment, moment } from '../../core/store/table';
import { dropProject } from './project-changes';
import { loadProject } from './project-pages';
import { projects } from './project-table';

/** Changes only the named fields of the member's own project. */
export async function editProject(id: number, body: ProjectEditBody): Promise<Result<Project>> {
  const startedAt = moment();
  return storeAnswer(id, await request('PATCH /api/projects/:id', { params: { id }, body }), startedAt);
}

/** Closes the member's own project to requests, reopens it or finishes it. */
export async function changeProjectState(id: number, state: ProjectState): Promise<Result<Project>> {
  const startedAt = moment();
  return storeAnswer(id, await request('PUT /api/projects/:id/state', { params: { id }, body: { state } }), startedAt);
}

/** Reopens the member's own finished project. */
export async function reopenFinishedProject(id: number): Promise<Result<Project>> {
  const startedAt = moment();
  return storeAnswer(id, await request('POST /api/projects/:id/reopen', { params: { id } }), startedAt);
}

/** Confirms that the member's own project still looks for people: it stays in the list, or returns to it. */
export async function confirmProject(id: number): Promise<Result<Project>> {
  const startedAt = moment();
  return storeAnswer(id, await request('PUT /api/projects/:id/confirmation', { params: { id } }), startedAt);
}

/** Removes a member from the project, with an optional note to them. */
export async function removeMember(id: number, userId: number, word: string): Promise<Result<Project>> {
  const startedAt = moment();
  const answer = await request('DELETE /api/projects/:id/members/:userId', {
    params: { id, userId },
    body: word === '' ? {} : { word },
  });
  const result = await storeAnswer(id, answer, startedAt);
  if (!isSignedOut(answer)) await loadProject(id);
  return result;
}

/** Deletes the project. Only its creator can, while nobody else is in the team. */
export async function deleteProject(id: number): Promise<Result<void>> {
  const answer = await request('DELETE /api/projects/:id', { params: { id } });
  if (answer.ok) dropProject(answer.value.data);
  else if (isConflict(answer.error)) await loadProject(id);
  return mapResult(answer, () => undefined);
}

/** Stores the changed project. On a conflict, fetches the project as another tab left it. */
async function storeAnswer(
  id: number,
  answer: Result<{ data: { project: Project } }>,
  startedAt: Moment,
): Promise<Result<Project>> {
  if (answer.ok) projects.upsert(answer.value.data.project, startedAt);
  else if (isConflict(answer.error)) await loadProject(id);
  return mapResult(answer, (value) => value.data.project);
}

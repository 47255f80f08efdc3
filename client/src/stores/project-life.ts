import type { Project, ProjectEditBody } from '@sangam/shared/contract/projects';
import { request } from '../api/client';
import type { Result } from '../api/errors';
import { projects } from './entities/projects';
import { moment } from './entities/table';
import { mapResult } from './loadable';

/** Changes the named fields of one's own project, and no others. */
export async function editProject(id: number, body: ProjectEditBody): Promise<Result<Project>> {
  const asked = moment();
  const answer = mapResult(
    await request('PATCH /api/projects/:id', { params: { id }, body }),
    (value) => value.data.project,
  );
  if (answer.ok) projects.upsert(answer.value, asked);
  return answer;
}

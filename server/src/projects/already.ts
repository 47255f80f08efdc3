import { isBlank } from '@sangam/shared/core/text';
import type { AlreadyByCall } from '../platform/already.js';
import type { Db } from '../platform/db/database.js';
import type { Clock } from '../platform/lib/clock.js';
import type { ProjectHooks } from './hooks.js';
import { presentProject } from './projects/present.js';
import { findDeleted, findProjects } from './projects/queries.js';
import { hasSeat } from './teams/teams.js';
import { presentTransfer } from './transfers/end-transfers.js';
import { findTransferOf } from './transfers/queries.js';

/** By call about a project: the answer to a refused call of its creator or team whose outcome holds already. */
export function projectsAlready(db: Db, clock: Clock, hooks: Pick<ProjectHooks, 'wasRemoved'>): AlreadyByCall {
  const find = async (id: number) => {
    const [row] = await findProjects(db, [id]);
    return row && presentProject(row);
  };
  const findOwn = async (id: number, userId: number) => {
    const project = await find(id);
    return project?.creator_id === userId ? project : undefined;
  };

  return {
    'PUT /api/projects/:id/state': async ({ member, params, body }) => {
      const project = await findOwn(params.id, member.id);
      return project?.state === body.state ? { data: { project } } : null;
    },
    'POST /api/projects/:id/reopen': async ({ member, params }) => {
      const project = await findOwn(params.id, member.id);
      return project?.state === 'open' ? { data: { project } } : null;
    },
    'DELETE /api/projects/:id': async ({ member, params }) => {
      const data = await findDeleted(db, params.id);
      return data?.creator_id === member.id ? { data } : null;
    },
    'DELETE /api/projects/:id/members/:userId': async ({ member, params, body: { word = '' } }) => {
      const project = await findOwn(params.id, member.id);
      const removed = { userId: params.userId, word: isBlank(word) ? null : word };
      return project && (await hooks.wasRemoved(db, params.id, removed)) ? { data: { project } } : null;
    },
    'PUT /api/projects/:id/offer': async ({ member, params, body }) => {
      const row = await findTransferOf(db, { projectId: params.id, userId: member.id, at: clock.now() });
      const isDone = row?.creator_id === member.id && row.user_id === body.user_id && row.answer_by === null;
      return isDone ? { data: { offer: presentTransfer(row) } } : null;
    },
    'PUT /api/projects/:id/offer/status': async ({ member, params, body }) => {
      const project = await find(params.id);
      if (!project || !(await hasSeat(db, params.id, member.id))) return null;
      // A declined transfer leaves no trace: none is pending for the member.
      const isDone = (project.creator_id === member.id) === (body.status === 'accepted');
      return isDone ? { data: { project } } : null;
    },
  };
}

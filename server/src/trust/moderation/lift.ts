import { isBlank } from '@sangam/shared/core/text';
import type { SessionOrigin } from '../../people/people.js';
import { lockUser } from '../../people/people.js';
import type { Trx } from '../../platform/db/database.js';
import { type Publish, transact } from '../../platform/db/transaction.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { record } from '../../platform/records/audit.queries.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import { lockProject, publishUpdate } from '../../projects/projects.js';
import { isModerator } from '../moderators/queries.js';
import { type DecideDeps, noteNeeded } from './decide.js';
import { mailModerated } from './moderated-mail.js';
import { hiddenOrShown } from './notifications.js';
import * as queries from './queries.js';

/** Takes back what moderators did. NOT_FOUND where there is nothing to take back, FORBIDDEN of what is one's own. */
export interface Lift {
  liftSuspension(member: Member, userId: number, note: string, origin: SessionOrigin): Promise<Result<null>>;
  show(member: Member, projectId: number, note: string, origin: SessionOrigin): Promise<Result<null>>;
}

export function createLift({ db, bus, clock }: DecideDeps): Lift {
  const asModerator = async (
    member: Member,
    note: string,
    work: (trx: Trx, publish: Publish) => Promise<Result<null>>,
  ): Promise<Result<null>> => {
    if (!(await isModerator(db, member.id))) return fail('FORBIDDEN');
    return isBlank(note) ? noteNeeded() : transact(db, bus, work);
  };

  return {
    liftSuspension: (member, userId, note, origin) =>
      asModerator(member, note, async (trx, publish) => {
        await lockUser(trx, userId);
        const found = await queries.findMember(trx, userId);
        if (!found || found.suspended_at === null) return fail('NOT_FOUND');
        await queries.setSuspended(trx, userId, null);
        for (const { id } of await queries.showWithCreator(trx, userId)) await publishUpdate(trx, publish, id);
        const entry = { actorId: member.id, memberId: userId, origin };
        await record(trx, { ...entry, kind: 'member:restored', details: { note } });
        await mailModerated(trx, publish, { user_id: userId, act: 'restored', reason: null }, new Date(clock.nowMs()));
        return ok(null);
      }),

    show: (member, projectId, note, origin) =>
      asModerator(member, note, async (trx, publish) => {
        const project = await lockProject(trx, projectId);
        if (!project || project.hidden_at === null) return fail('NOT_FOUND');
        if (project.creator_id === member.id) return fail('FORBIDDEN');
        await queries.setHidden(trx, projectId, { hidden_at: null, hidden_with_creator: false });
        const details = { project_id: project.id, title: project.title, note };
        const entry = { actorId: member.id, memberId: project.creator_id, origin };
        await record(trx, { ...entry, kind: 'project:shown', details });
        const at = new Date(clock.nowMs());
        await updateNotifications(trx, publish, { added: [hiddenOrShown('project:shown', project, at)] }, at);
        await publishUpdate(trx, publish, projectId);
        return ok(null);
      }),
  };
}

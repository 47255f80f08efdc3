import { isBlank } from '@sangam/shared/core/text';
import { lockUser, type SessionOrigin } from '../../people/people.js';
import type { Trx } from '../../platform/db/database.js';
import { type Publish, transact } from '../../platform/db/transaction.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { record } from '../../platform/records/audit.queries.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import { hasSeat, lockProject, publishUpdate } from '../../projects/projects.js';
import { shownToTeam } from '../hiding/notify-team.js';
import { setHidden } from '../hiding/queries.js';
import { isModerator } from '../moderators/queries.js';
import { refuseModerating } from '../moderators/refuse-moderating.js';
import { restoreMember } from '../suspension/end.js';
import { findSuspension } from '../suspension/queries.js';
import { type DecideDeps, noteRequired } from './decide.js';
import { emailModerated } from './emails.js';
import { hiddenOrShown } from './notifications.js';

/**
 * Lifts suspensions and shows hidden projects again. NOT_FOUND if there is nothing to lift or show, FORBIDDEN for a project in whose team
 * the moderator is.
 */
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
    if (isBlank(note)) return noteRequired();
    return transact(
      db,
      bus,
      async (trx, publish) => (await refuseModerating(trx, member.id, null)) ?? work(trx, publish),
    );
  };

  return {
    liftSuspension: (member, userId, note, origin) =>
      asModerator(member, note, async (trx, publish) => {
        await lockUser(trx, userId);
        if (!(await findSuspension(trx, userId))) return fail('NOT_FOUND');
        const at = clock.now();
        await restoreMember(trx, publish, userId, at);
        const entry = { actorId: member.id, memberId: userId, origin };
        await record(trx, { ...entry, kind: 'member:restored', details: { note } });
        await emailModerated(trx, publish, { user_id: userId, act: 'restored', reason: null }, at);
        return ok(null);
      }),

    show: (member, projectId, note, origin) =>
      asModerator(member, note, async (trx, publish) => {
        const project = await lockProject(trx, projectId);
        if (!project || project.hidden_at === null) return fail('NOT_FOUND');
        if (await hasSeat(trx, projectId, member.id))
          return fail('FORBIDDEN', { message: 'You’re in this project’s team. Another moderator has to decide.' });
        await setHidden(trx, projectId, { hidden_at: null, hidden_with_creator: false });
        const details = { project_id: project.id, title: project.title, note };
        const entry = { actorId: member.id, memberId: project.creator_id, origin };
        await record(trx, { ...entry, kind: 'project:shown', details });
        const at = clock.now();
        const { added, dropped } = await shownToTeam(trx, project);
        const toAll = [hiddenOrShown(project, null, at), ...added];
        await updateNotifications(trx, publish, { added: toAll, dropped }, at);
        await publishUpdate(trx, publish, projectId);
        return ok(null);
      }),
  };
}

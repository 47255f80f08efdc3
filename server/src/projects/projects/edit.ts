import { refusalOf } from '@sangam/shared/projects/lifecycle';
import type { Project, ProjectEditBody } from '@sangam/shared/projects/projects';
import type { Db } from '../../platform/db/database.js';
import { transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import type { ProjectHooks } from '../hooks.js';
import { isHiddenFrom, lockProject } from '../teams/teams.js';
import { checkEdit } from './form.js';
import { confirmProject } from './listing.js';
import { updateProject } from './queries.js';
import { publishUpdate } from './updates.js';

/**
 * Changes the fields that the body names, and no others: of two tabs that edit at once neither undoes what the other has
 * changed elsewhere. FORBIDDEN for everybody but the creator, INVALID for fewer seats than are taken or offered.
 */
export type Edit = (member: Member, id: number, body: ProjectEditBody) => Promise<Result<Project>>;

export function createEdit({
  db,
  bus,
  clock,
  hooks,
}: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  hooks: Pick<ProjectHooks, 'openWaitlist'>;
}): Edit {
  return async (member, id, body) => {
    const checked = checkEdit(body);
    if (!checked.ok) return checked;
    const fields = checked.value;
    return transact(db, bus, async (trx, publish) => {
      const project = await lockProject(trx, id);
      if (!project || (await isHiddenFrom(trx, project, member.id))) return fail('PROJECT_NOT_FOUND');
      const refusal = refusalOf('edit', project.creator_id === member.id ? 'creator' : 'other', project.state);
      if (refusal !== null) return fail(refusal);
      const { max_members } = fields;
      const at = new Date(clock.nowMs());
      const waitlist = max_members === undefined ? null : await hooks.openWaitlist({ trx, publish, project, at });
      const held = waitlist?.held ?? 0;
      const taken = project.member_count + held;
      if (max_members !== undefined && max_members < taken)
        return invalid([
          {
            field: 'max_members',
            message: `${taken} seats are ${held > 0 ? 'taken or offered' : 'taken'}. Max members cannot be fewer.`,
          },
        ]);
      if (Object.keys(fields).length > 0) await updateProject(trx, id, fields);
      await confirmProject(trx, publish, project, new Date(clock.nowMs()));
      if (max_members !== undefined) await waitlist?.settle(max_members);
      return ok(await publishUpdate(trx, publish, id));
    });
  };
}

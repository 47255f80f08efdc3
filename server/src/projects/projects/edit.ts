import { refusalOf } from '@sangam/shared/projects/lifecycle';
import type { Project, ProjectEditBody } from '@sangam/shared/projects/projects';
import type { Db, Trx } from '../../platform/db/database.js';
import { type Publish, transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import { isHiddenFrom, type LockedProject, lockProject } from '../teams/teams.js';
import { checkEdit } from './form.js';
import { confirmProject } from './listing.js';
import { updateProject } from './queries.js';
import { publishUpdate } from './updates.js';

/**
 * Changes the fields that the body names, and no others: of two tabs that edit at once neither undoes what the other has
 * changed elsewhere. FORBIDDEN for everybody but the creator, INVALID for fewer seats than are taken or offered.
 */
export type Edit = (member: Member, id: number, body: ProjectEditBody) => Promise<Result<Project>>;

/**
 * The line of a project whose seats are to change. It is made of join requests, which build on projects, so `app.ts` hands it in.
 */
export type OpenLine = (
  trx: Trx,
  publish: Publish,
  project: LockedProject,
) => Promise<{
  /** Seats that are held for members of the line. */
  held: number;
  /** Offers the seats that were added, once there are so many. */
  settle(maxMembers: number): Promise<void>;
}>;

export function createEdit({
  db,
  bus,
  clock,
  openLine,
}: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  openLine: OpenLine;
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
      const line = max_members === undefined ? null : await openLine(trx, publish, project);
      const held = line?.held ?? 0;
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
      if (max_members !== undefined) await line?.settle(max_members);
      return ok(await publishUpdate(trx, publish, id));
    });
  };
}

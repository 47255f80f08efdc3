import type { Project, ProjectEditBody } from '@sangam/shared/contract/projects';
import { refusalOf } from '@sangam/shared/rules/project-life';
import type { Db } from '../../db/database.js';
import { transact } from '../../db/transaction.js';
import type { DomainEvents } from '../../events.js';
import type { Bus } from '../../lib/bus.js';
import type { Member } from '../../lib/member.js';
import { fail, invalid, ok, type Result } from '../../lib/result.js';
import { lockProject } from '../teams/teams.js';
import { checkEdit } from './form.js';
import { updateProject } from './queries.js';
import { publishUpdate } from './updates.js';

/**
 * Changes the fields that the body names, and no others: of two tabs that edit at once neither undoes what the other has
 * changed elsewhere. FORBIDDEN for everybody but the creator, INVALID for fewer seats than are taken.
 */
export type Edit = (member: Member, id: number, body: ProjectEditBody) => Promise<Result<Project>>;

export function createEdit({ db, bus }: { db: Db; bus: Bus<DomainEvents> }): Edit {
  return async (member, id, body) => {
    const checked = checkEdit(body);
    if (!checked.ok) return checked;
    const fields = checked.value;
    return transact(db, bus, async (trx, publish) => {
      const project = await lockProject(trx, id);
      if (!project) return fail('PROJECT_NOT_FOUND');
      const refusal = refusalOf('edit', project.creator_id === member.id ? 'creator' : 'other', project.state);
      if (refusal !== null) return fail(refusal);
      const taken = project.member_count;
      if (fields.max_members !== undefined && fields.max_members < taken)
        return invalid([{ field: 'max_members', message: `${taken} seats are taken. Max members cannot be fewer.` }]);
      if (Object.keys(fields).length > 0) await updateProject(trx, id, fields);
      return ok(await publishUpdate(trx, publish, id));
    });
  };
}

import type { CallBody } from '@sangam/shared/app/calls';
import { refusalOf } from '@sangam/shared/projects/lifecycle';
import type { Project } from '@sangam/shared/projects/projects';
import type { Offer } from '@sangam/shared/projects/transfers';
import { refuseToAsk } from '../../contact/contact.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { type Publish, transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { updateNotifications } from '../../platform/records/notifications.js';
import type { ProjectHooks } from '../hooks.js';
import { publishUpdate } from '../projects/updates.js';
import { findMember, isHiddenFrom, type LockedProject, lockProject } from '../teams/teams.js';
import { endTransfer } from './ends.js';
import { offered } from './notifications.js';
import { presentTransfer } from './present.js';
import { findTransfer, insertTransfer } from './queries.js';
import { changeCreator } from './take-over.js';

type Status = CallBody<'PUT /api/projects/:id/offer/status'>['status'];

/** The creator hands the project over: a member of its team is asked, who takes it over or declines. */
export interface TransferActs {
  /** NOT_FOUND for who has no seat, ALREADY_OFFERED while somebody is asked. */
  offer(member: Member, id: number, userId: number): Promise<Result<Offer>>;
  /** OFFER_GONE if none stands. */
  takeBack(member: Member, id: number): Promise<Result<Offer>>;
  /** OFFER_GONE for everybody whom no offer of this project stands to. */
  answer(member: Member, id: number, status: Status): Promise<Result<Project>>;
}

export function createTransferActs(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  hooks: Pick<ProjectHooks, 'changeCreator'>;
}): TransferActs {
  const { db, bus, clock, hooks } = deps;
  const now = () => new Date(clock.nowMs());

  /** Runs an act of the creator on the locked project. */
  const act = (
    which: 'hand_over' | 'stop_hand_over',
    member: Member,
    id: number,
    work: (trx: Trx, publish: Publish, project: LockedProject) => Promise<Result<Offer>>,
  ): Promise<Result<Offer>> =>
    transact(db, bus, async (trx, publish) => {
      const project = await lockProject(trx, id);
      if (!project || (await isHiddenFrom(trx, project, member.id))) return fail('PROJECT_NOT_FOUND');
      const refusal = refusalOf(which, project.creator_id === member.id ? 'creator' : 'other', project.state);
      return refusal === null ? work(trx, publish, project) : fail(refusal);
    });

  return {
    offer: (member, id, userId) =>
      act('hand_over', member, id, async (trx, publish) => {
        if (userId === member.id) return fail('OWN_PROJECT');
        if (!(await findMember(trx, id, userId)))
          return fail('NOT_FOUND', { message: 'This member is not in the project.' });
        if (await findTransfer(trx, id)) return fail('ALREADY_OFFERED');
        const refused = await refuseToAsk(trx, member.id, userId);
        if (refused !== null) return refused;
        const at = now();
        const row = await insertTransfer(trx, { project_id: id, user_id: userId, created_at: at });
        await updateNotifications(trx, publish, { added: [offered('offer:received', row)] }, at);
        const offer = presentTransfer(row);
        publish('offer:changed', { offer, status: 'pending' });
        return ok(offer);
      }),

    takeBack: (member, id) =>
      act('stop_hand_over', member, id, async (trx, publish) => {
        const row = await findTransfer(trx, id);
        if (!row) return fail('OFFER_GONE');
        await updateNotifications(trx, publish, await endTransfer(trx, publish, row, 'taken_back'), now());
        return ok(presentTransfer(row));
      }),

    answer: (member, id, status) =>
      transact(db, bus, async (trx, publish) => {
        const project = await lockProject(trx, id);
        if (!project) return fail('PROJECT_NOT_FOUND');
        const offer = await findTransfer(trx, id);
        if (offer?.user_id !== member.id) return fail('OFFER_GONE');
        const refusal = refusalOf(status === 'accepted' ? 'take_over' : 'decline', 'asked', project.state);
        if (refusal !== null) return fail(refusal);
        if (status === 'accepted') await changeCreator(trx, publish, project, offer, { hooks, at: now() });
        else await updateNotifications(trx, publish, await endTransfer(trx, publish, offer, 'declined'), now());
        return ok(await publishUpdate(trx, publish, id));
      }),
  };
}

import type { CallBody } from '@sangam/shared/contract/calls';
import type { Offer } from '@sangam/shared/contract/offers';
import type { Project } from '@sangam/shared/contract/projects';
import { refusalOf } from '@sangam/shared/rules/project-life';
import type { Db, Trx } from '../../db/database.js';
import { type Publish, transact } from '../../db/transaction.js';
import type { DomainEvents } from '../../events.js';
import type { Bus } from '../../lib/bus.js';
import type { Clock } from '../../lib/clock.js';
import type { Member } from '../../lib/member.js';
import { fail, ok, type Result } from '../../lib/result.js';
import { updateInboxes } from '../inbox/inbox.js';
import { endOffer, findOffer, insertOffer, offered, presentOffer } from '../offers/offers.js';
import { publishUpdate } from '../projects/projects.js';
import { refuseToAsk } from '../relations/relations.js';
import { findMember, isHiddenFrom, type LockedProject, lockProject } from '../teams/teams.js';
import { takeOver } from './take-over.js';

type Status = CallBody<'PUT /api/projects/:id/offer/status'>['status'];

/** The creator hands the project over: a member of its team is asked, who takes it over or declines. */
export interface ProjectOffersService {
  /** NOT_FOUND for who has no seat, ALREADY_OFFERED while somebody is asked. */
  offer(member: Member, id: number, userId: number): Promise<Result<Offer>>;
  /** OFFER_GONE if none stands. */
  takeBack(member: Member, id: number): Promise<Result<Offer>>;
  /** OFFER_GONE for everybody whom no offer of this project stands to. */
  answer(member: Member, id: number, status: Status): Promise<Result<Project>>;
}

export function createProjectOffersService(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
}): ProjectOffersService {
  const { db, bus, clock } = deps;
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
        if (await findOffer(trx, id)) return fail('ALREADY_OFFERED');
        const refused = await refuseToAsk(trx, member.id, userId);
        if (refused !== null) return refused;
        const at = now();
        const row = await insertOffer(trx, { project_id: id, user_id: userId, created_at: at });
        await updateInboxes(trx, publish, { added: [offered('offer:received', row)] }, at);
        const offer = presentOffer(row);
        publish('offer:changed', { offer, status: 'pending' });
        return ok(offer);
      }),

    takeBack: (member, id) =>
      act('stop_hand_over', member, id, async (trx, publish) => {
        const row = await findOffer(trx, id);
        if (!row) return fail('OFFER_GONE');
        await updateInboxes(trx, publish, await endOffer(trx, publish, row, 'taken_back'), now());
        return ok(presentOffer(row));
      }),

    answer: (member, id, status) =>
      transact(db, bus, async (trx, publish) => {
        const project = await lockProject(trx, id);
        if (!project) return fail('PROJECT_NOT_FOUND');
        const offer = await findOffer(trx, id);
        if (offer?.user_id !== member.id) return fail('OFFER_GONE');
        const refusal = refusalOf(status === 'accepted' ? 'take_over' : 'decline', 'asked', project.state);
        if (refusal !== null) return fail(refusal);
        if (status === 'accepted') await takeOver(trx, publish, project, offer, now());
        else await updateInboxes(trx, publish, await endOffer(trx, publish, offer, 'declined'), now());
        return ok(await publishUpdate(trx, publish, id));
      }),
  };
}

import type { CallAnswer, CallBody, CallQuery } from '@sangam/shared/app/calls';
import { coreLimits } from '@sangam/shared/core/limits';
import { refusalOf } from '@sangam/shared/projects/lifecycle';
import type { Project } from '@sangam/shared/projects/projects';
import type { Transfer } from '@sangam/shared/projects/transfers';
import { lockApplicantsAgainstBlocks, refuseActing, refuseToAsk, transactAs } from '../../contact/contact.js';
import { findDeletion, lockUser } from '../../people/people.js';
import type { Db, Trx } from '../../platform/db/database.js';
import { type ActDeps, type Publish, transact } from '../../platform/db/transaction.js';
import { isOver } from '../../platform/lib/deadline.js';
import type { Member } from '../../platform/lib/member.js';
import { fail, ok, type Result } from '../../platform/lib/result.js';
import { activity, recordActivities } from '../../platform/records/activities.queries.js';
import { type NotificationUpdate, updateNotifications } from '../../platform/records/notifications.js';
import type { ProjectHooks } from '../hooks.js';
import { confirmProject } from '../projects/listing.js';
import { setCreator, setSeeksCreator } from '../projects/queries.js';
import { publishUpdate } from '../projects/service.js';
import { recordTeamEvent } from '../teams/team-events.queries.js';
import {
  findMember,
  type LockedProject,
  listTeam,
  lockProjectFor,
  type ProjectChange,
  roleIn,
} from '../teams/teams.js';
import { aboutTransfer, endTransfer, giveUpTransfer, presentTransfer, toRecipient } from './end-transfers.js';
import {
  findSeekingCreator,
  findTransfer,
  findTransferOf,
  findTransferTo,
  insertTransfer,
  listTransfersFor,
  listTransfersTo,
  type TransferRow,
} from './queries.js';

type Status = CallBody<'PUT /api/projects/:id/offer/status'>['status'];
type Mine = 'GET /api/projects/offers';

/** Transfers of a project: the creator offers it to a member of its team, who accepts or declines. */
export interface TransfersService {
  /** Offers the project to a member. NOT_FOUND for one without a seat, ALREADY_OFFERED while another transfer is pending. */
  offer(member: Member, id: number, userId: number): Promise<Result<Transfer>>;
  /** Withdraws the transfer. OFFER_GONE without a pending one. */
  takeBack(member: Member, id: number): Promise<Result<Transfer>>;
  /** Accepts or declines. OFFER_GONE for everybody but the recipient of a pending transfer. */
  answer(member: Member, id: number, status: Status): Promise<Result<Project>>;
  /** The transfers that the member may accept, newest first. */
  mine(userId: number, query: CallQuery<Mine>): Promise<CallAnswer<Mine>['data']>;
  /** The project's pending transfer, for its creator and its recipient; null for everybody else. */
  ofProject(from: Db | Trx, projectId: number, userId: number): Promise<Transfer | null>;
}

export function createTransfersService(
  deps: ActDeps & { hooks: Pick<ProjectHooks, 'changeCreator' | 'clearSeat'> },
): TransfersService {
  const { db, bus, clock, hooks } = deps;

  /** Runs an action of the creator on the locked project. */
  const act = (
    projectAct: 'transfer' | 'cancel_transfer',
    member: Member,
    id: number,
    work: (trx: Trx, publish: Publish, project: LockedProject) => Promise<Result<Transfer>>,
  ): Promise<Result<Transfer>> =>
    transact(db, bus, async (trx, publish) => {
      // Withdrawing a transfer is allowed to a creator who is leaving.
      const refused = projectAct === 'transfer' ? await refuseActing(trx, member.id) : null;
      if (refused !== null) return refused;
      const project = await lockProjectFor(trx, id, member.id);
      if (!project) return fail('PROJECT_NOT_FOUND');
      const refusal = refusalOf(projectAct, roleIn(project, member.id), project.state);
      return refusal === null ? work(trx, publish, project) : fail(refusal);
    });

  return {
    offer: (member, id, userId) =>
      act('transfer', member, id, async (trx, publish) => {
        if (userId === member.id) return fail('OWN_PROJECT');
        if (!(await findMember(trx, id, userId)))
          return fail('NOT_FOUND', { message: 'This member isn’t in the project.' });
        if (await findTransfer(trx, id)) return fail('ALREADY_OFFERED');
        const at = clock.now();
        const refused = await refuseToAsk(trx, member.id, userId, at);
        if (refused !== null) return refused;
        const row = await insertTransfer(trx, { project_id: id, user_id: userId, created_at: at });
        await updateNotifications(trx, publish, { added: [toRecipient('offer:received', row)] }, at);
        const offer = presentTransfer(row);
        publish('offer:changed', { offer, status: 'pending' });
        return ok(offer);
      }),

    takeBack: (member, id) =>
      act('cancel_transfer', member, id, async (trx, publish) => {
        const row = await findTransfer(trx, id);
        if (!row || row.answer_by !== null) return fail('OFFER_GONE');
        await updateNotifications(trx, publish, await endTransfer(trx, publish, row, 'taken_back'), clock.now());
        return ok(presentTransfer(row));
      }),

    answer: (member, id, status) =>
      transactAs({ db, bus, userId: member.id }, async (trx, publish) => {
        // Locks the row of a creator who is leaving first, like every change to sign-in, since they may be restoring the account.
        const formerCreatorId = await findSeekingCreator(trx, id);
        if (formerCreatorId !== null) await lockUser(trx, formerCreatorId);
        const project = await lockProjectFor(trx, id, member.id);
        if (!project) return fail('PROJECT_NOT_FOUND');
        const at = clock.now();
        const transfer = await findTransferTo(trx, id, member.id);
        if (
          !transfer ||
          (transfer.answer_by !== null && !(await isStillOffered(trx, transfer, { formerCreatorId, at })))
        )
          return fail('OFFER_GONE');
        const refusal = refusalOf(
          status === 'accepted' ? 'accept_transfer' : 'decline_transfer',
          'asked',
          project.state,
        );
        if (refusal !== null) return fail(refusal);
        if (status === 'accepted') await changeCreator({ trx, publish, project, at }, transfer, hooks);
        else {
          const declined = await giveUpTransfer({ trx, publish, project, at }, transfer, 'declined');
          await updateNotifications(trx, publish, declined, at);
        }
        return ok(await publishUpdate(trx, publish, id));
      }),

    async mine(userId, { before, limit = coreLimits.listPage }) {
      const { rows, ...page } = await listTransfersTo(db, userId, { before, limit }, clock.now());
      return { offers: rows.map(presentTransfer), ...page };
    },

    async ofProject(from, projectId, userId) {
      const row = await findTransferOf(from, { projectId, userId, at: clock.now() });
      return row ? presentTransfer(row) : null;
    },
  };
}

/**
 * Whether a project that its creator has left may still be accepted: the creator has not restored the account, and the deadline has not
 * passed.
 */
const isStillOffered = async (
  trx: Trx,
  { creator_id, answer_by }: TransferRow,
  { formerCreatorId, at }: { formerCreatorId: number | null; at: Date },
): Promise<boolean> =>
  creator_id === formerCreatorId &&
  answer_by !== null &&
  !isOver(answer_by, at) &&
  Boolean((await findDeletion(trx, formerCreatorId))?.deleted_at);

/** Makes the recipient the creator. The former creator keeps a seat, unless they are leaving, and pending requests move with the project. */
async function changeCreator(
  { trx, publish, project: before, at }: ProjectChange,
  transfer: TransferRow,
  hooks: Pick<ProjectHooks, 'changeCreator' | 'clearSeat'>,
): Promise<void> {
  const { project_title, user_id: creator_id, user_name: creator_name } = transfer;
  const { creator_id: former_id, creator_name: former_name } = transfer;
  const project = { ...before, creator_id };
  // Read before the change, so that they name the former creator, who offered them.
  const otherTransfers = (await listTransfersFor(trx, project.id)).filter(({ id }) => id !== transfer.id);
  // Done first: its triggers lock the members whose versions they change, in the same order as all other actions.
  await setCreator(trx, project.id, creator_id);
  await confirmProject(trx, publish, project, at);
  // A block or a first message between the new creator and an applicant commits either before or after this.
  await lockApplicantsAgainstBlocks(trx, project.id, creator_id);
  const ended = await endTransfer(trx, publish, transfer, 'accepted');
  const lost: NotificationUpdate[] = [];
  for (const other of otherTransfers) lost.push(await endTransfer(trx, publish, other, 'ended'));
  const { requests, update: pendingMoved } = await hooks.changeCreator({ trx, publish, project, at }, former_id);
  const details = { project_id: project.id };
  await recordActivities(trx, [
    activity('transfer:accepted', creator_id, details),
    activity('transfer:done', former_id, { ...details, member_id: creator_id }),
  ]);
  await recordTeamEvent({ trx, publish, project, at }, 'creator_changed', { userId: creator_id });
  const team = await listTeam(trx, project.id);
  const toTeam = team.filter(({ id }) => id !== creator_id).map(({ id }) => toTeamMember(transfer, id));
  if (transfer.answer_by !== null) {
    await setSeeksCreator(trx, project.id, null);
    await hooks.clearSeat({ trx, publish, project, at }, former_id);
  }
  const update = {
    added: [...(ended.added ?? []), ...toTeam, ...pendingMoved.added],
    dropped: [...[ended, ...lost].flatMap(({ dropped = [] }) => dropped), ...pendingMoved.dropped],
  };
  await updateNotifications(trx, publish, update, at);
  publish('project:taken-over', {
    change: { project_id: project.id, project_title, creator_id, creator_name, former_id, former_name },
    team_ids: team.map(({ id }) => id),
    requests,
  });
}

/** Notifies another member of the team about its new creator. */
const toTeamMember = (transfer: TransferRow, userId: number) => ({
  ...aboutTransfer(transfer),
  key: `creator:${transfer.project_id}`,
  user_id: userId,
  kind: 'project:taken_over' as const,
  actor_id: transfer.user_id,
});

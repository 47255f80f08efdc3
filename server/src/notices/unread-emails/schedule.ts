import { Id, Strict } from '@sangam/shared/core/schemas';
import { soonestEmailAt } from '@sangam/shared/notices/email-delay';
import { noticeServerLimits } from '@sangam/shared/notices/limits';
import { noticeKindOf } from '@sangam/shared/notices/notification-kinds';
import type { Trx } from '../../platform/db/database.js';
import { type Publish, transact } from '../../platform/db/transaction.js';
import { addJobs, findDue, jobKind } from '../../platform/jobs/jobs.js';
import { ok } from '../../platform/lib/result.js';
import { defaultChoices, findChoices } from '../choices/queries.js';
import { type ChangeFollower, createChangeFollower, type FollowerDeps } from '../unread-changes/follow.js';
import { findNotifiedOfTeams } from '../unread-changes/queries.js';
import { findNotEmailedByChats, findNotEmailedByNotifications } from './queries.js';

/** Checks a member's unread items and emails them if they are due (send.ts). */
export const unreadEmail = jobKind('mail:unread', Strict({ user_id: Id }));

const keyOf = (userId: number) => String(userId);

/** Schedules a check of the member's unread items at `due_at`. */
export const addUnreadEmail = (trx: Trx, publish: Publish, user_id: number, due_at: Date): Promise<void> =>
  addJobs(trx, publish, unreadEmail, [{ payload: { user_id }, key: keyOf(user_id), due_at }]);

/** The kind of item that each member received; of several, preferably one that ends soon. */
type ReceivedKinds = ReadonlyMap<number, string>;

/**
 * Schedules a check at the time when an item received at `at` may be old enough to be emailed. An earlier waiting job also covers it, so a
 * conversation costs one job, however long it is.
 */
async function addUnreadEmails(trx: Trx, publish: Publish, received: ReceivedKinds, at: Date): Promise<void> {
  const userIds = [...received.keys()];
  const choices = await findChoices(trx, userIds);
  const dueByKey = await findDue(trx, unreadEmail, userIds.map(keyOf));
  const jobs = [...received].flatMap(([user_id, kind]) => {
    const chosen = choices.get(user_id) ?? defaultChoices;
    const due_at = soonestEmailAt(chosen, { kind, at });
    const key = keyOf(user_id);
    const dueAlready = dueByKey.get(key);
    if (due_at === null || (dueAlready !== undefined && dueAlready <= due_at)) return [];
    return [{ payload: { user_id }, key, due_at }];
  });
  await addJobs(trx, publish, unreadEmail, jobs);
}

/** The number of conversations or notifications that the catch-up reads with one statement. */
const ROWS_PAGE = 1_000;

/** A member received an item of this kind. */
interface ItemReceived {
  userId: number;
  kind: string;
}

/** An `ItemReceived`, or participants of a team's conversation received messages. */
type Change = ItemReceived | { team: number };

/** Schedules checks for members who receive something through this server. */
export function createEmailFollower(deps: FollowerDeps): ChangeFollower {
  const { db, bus, clock, log } = deps;
  const catchUpPass = (findNotEmailed: typeof findNotEmailedByChats) => async (after: number) => {
    const since = new Date(clock.nowMs() - noticeServerLimits.noticesEmailedWithinMs);
    const { userIds, last } = await findNotEmailed(db, { since, after, max: ROWS_PAGE });
    // Dated back, so that the checks are due now.
    const received = new Map(userIds.map((id) => [id, 'message']));
    if (received.size > 0)
      await transact(db, bus, async (trx, publish) => ok(await addUnreadEmails(trx, publish, received, since)));
    return last;
  };
  return createChangeFollower<Change>(deps, {
    kind: 'mail:catch-up',
    catchUpPasses: [catchUpPass(findNotEmailedByChats), catchUpPass(findNotEmailedByNotifications)],
    catchUpAfterMs: 0,
    listen(note) {
      const noteKind = (userId: number, kind: string): void => note(`${userId} ${kind}`, { userId, kind });
      bus.on('messages:sent', (messages) => {
        for (const { receiver_id, conversation_id } of messages) {
          if (receiver_id !== null) noteKind(receiver_id, 'message');
          else note(`team ${conversation_id}`, { team: conversation_id });
        }
      });
      bus.on('message:changed', ({ mentioned }) => {
        for (const userId of mentioned) noteKind(userId, 'message');
      });
      bus.on('inboxes:changed', (changes) => {
        for (const { user_id, change } of changes) for (const { kind } of change.added) noteKind(user_id, kind);
      });
      // Unread items are checked again under the new choices.
      bus.on('choices:changed', ({ user_id }) => {
        transact(db, bus, async (trx, publish) => ok(await addUnreadEmail(trx, publish, user_id, clock.now()))).catch(
          (error: unknown) => log.warn({ err: error }, 'an email could not be rescheduled'),
        );
      });
    },
    async write(trx, publish, changes) {
      const items = changes.flatMap((change) => ('team' in change ? [] : [change]));
      const teams = changes.flatMap((change) => ('team' in change ? [change.team] : []));
      const inTeams = (await findNotifiedOfTeams(trx, teams)).map(({ user_id }) => ({
        userId: user_id,
        kind: 'message',
      }));
      // The last of a member's items in the map decides, and items that end soon are emailed first.
      const sorted = [...inTeams, ...items].toSorted((a, b) => Number(endsSoon(a)) - Number(endsSoon(b)));
      await addUnreadEmails(trx, publish, new Map(sorted.map(({ userId, kind }) => [userId, kind])), clock.now());
    },
  });
}

const endsSoon = ({ kind }: ItemReceived): boolean => noticeKindOf(kind).endsSoon === true;

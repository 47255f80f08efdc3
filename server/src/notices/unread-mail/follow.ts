import { noticeServerLimits } from '@sangam/shared/notices/limits';
import { newsKindOf } from '@sangam/shared/notices/notification-kinds';
import { transact } from '../../platform/db/transaction.js';
import { ok } from '../../platform/lib/result.js';
import { createNewsFollower, type FollowerDeps, type NewsFollower } from '../news/follow.js';
import { addUnreadMail, addUnreadMails } from './add.js';
import { findUntoldByChats, findUntoldByItems } from './untold.queries.js';

/** How many conversations or notifications the catch-up looks at with one statement. */
const ROWS_PAGE = 1_000;

/** News of a kind came to a member. */
interface Came {
  userId: number;
  kind: string;
}

/** Has members looked at to whom something came through this server: it may have to be mailed (handler.ts). */
export function createMailFollower(deps: FollowerDeps): NewsFollower {
  const { db, bus, clock, log } = deps;
  const now = () => new Date(clock.nowMs());
  const passOf = (find: typeof findUntoldByChats) => async (after: number) => {
    const since = new Date(clock.nowMs() - noticeServerLimits.newsMailedWithinMs);
    const { userIds, last } = await find(db, { since, after, max: ROWS_PAGE });
    // As of that time, so that each is looked at now.
    const came = new Map(userIds.map((id) => [id, 'message']));
    if (came.size > 0)
      await transact(db, bus, async (trx, publish) => ok(await addUnreadMails(trx, publish, came, since)));
    return last;
  };
  return createNewsFollower<Came>(deps, {
    kind: 'mail:catch-up',
    catchUp: [passOf(findUntoldByChats), passOf(findUntoldByItems)],
    catchUpAfterMs: 0,
    listen(note) {
      const noteCame = (userId: number, kind: string): void => note(`${userId} ${kind}`, { userId, kind });
      bus.on('messages:sent', (messages) => {
        for (const { receiver_id } of messages) noteCame(receiver_id, 'message');
      });
      bus.on('inboxes:changed', (changes) => {
        for (const { user_id, change } of changes) for (const { kind } of change.added) noteCame(user_id, kind);
      });
      // Who chose anew has what waits looked at by the new choice.
      bus.on('choices:changed', ({ user_id }) => {
        transact(db, bus, async (trx, publish) => ok(await addUnreadMail(trx, publish, user_id, now()))).catch(
          (error: unknown) => log.warn({ err: error }, 'a mail could not be planned anew'),
        );
      });
    },
    async write(trx, publish, came) {
      // What ends soon last: it is mailed first.
      const sorted = came.toSorted((a, b) => Number(endsSoon(a)) - Number(endsSoon(b)));
      await addUnreadMails(trx, publish, new Map(sorted.map(({ userId, kind }) => [userId, kind])), now());
    },
  });
}

const endsSoon = ({ kind }: Came): boolean => newsKindOf(kind).endsSoon === true;

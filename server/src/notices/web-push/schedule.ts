import { PUSHED_AFTER_MS } from '@sangam/shared/notices/quiet-hours-and-mutes';
import { transact } from '../../platform/db/transaction.js';
import { ok } from '../../platform/lib/result.js';
import { addWebPushes, addWebPushesOfRead } from '../../platform/records/web-push.js';
import type { Changed, Topic } from '../../platform/records/web-push.queries.js';
import { type ChangeFollower, createChangeFollower, type FollowerDeps } from '../unread-changes/follow.js';
import { findNotifiedOfTeams } from '../unread-changes/queries.js';
import { sessionEndCatchUp } from './session-end.js';
import { findShownOfRead, findUnshownChats, findUnshownNotifications } from './stale.queries.js';
import { deleteSubscriptions } from './subscriptions.queries.js';

/** The number of rows that the catch-up reads with one statement; fewer devices, since each shows several topics. */
const ROWS_PAGE = 1_000;
const DEVICES_PAGE = 200;

/** A member's topic has something new, or was read or withdrawn; or a team's conversation has something new for some participants. */
type Change = (Changed & { is: 'new' | 'gone' }) | { team: number };

/** Schedules pushes for messages sent and read through this server. New notifications add their pushes themselves. */
export function createWebPushFollower(deps: FollowerDeps): ChangeFollower {
  const { db, bus, clock, log } = deps;
  const dueAt = (ms: number) => new Date(clock.nowMs() + ms);
  const catchUpPass = (findChanged: typeof findUnshownChats, max: number) => async (after: number) => {
    const { changed, last } = await findChanged(db, { now: dueAt(0), after, max });
    if (changed.length > 0)
      await transact(db, bus, async (trx, publish) => ok(await addWebPushes(trx, publish, changed, dueAt(0))));
    return last;
  };
  return createChangeFollower<Change>(deps, {
    kind: 'push:catch-up',
    catchUpPasses: [
      catchUpPass(findUnshownChats, ROWS_PAGE),
      catchUpPass(findUnshownNotifications, ROWS_PAGE),
      catchUpPass(findShownOfRead, DEVICES_PAGE),
      sessionEndCatchUp({ db, bus, clock, max: ROWS_PAGE }),
    ],
    catchUpAfterMs: PUSHED_AFTER_MS,
    listen(note) {
      const noteNew = (user_id: number, topic: Topic) => note(`${user_id} ${topic} new`, { user_id, topic, is: 'new' });
      const noteGone = (user_id: number, topic: Topic) =>
        note(`${user_id} ${topic} gone`, { user_id, topic, is: 'gone' });
      bus.on('messages:sent', (messages) => {
        for (const { receiver_id, sender_id, conversation_id } of messages) {
          if (receiver_id !== null) noteNew(receiver_id, `chat:${sender_id}`);
          else note(`team ${conversation_id}`, { team: conversation_id });
        }
      });
      bus.on('messages:read', ({ reader_id, other_id, conversation_id }) =>
        noteGone(reader_id, other_id === undefined ? `team:${conversation_id}` : `chat:${other_id}`),
      );
      bus.on('message:changed', ({ conversation_id, sender_id, views, unread_by, mentioned }) => {
        // Only in a team's conversation do all readers see the same.
        const topic: Topic = views.same === undefined ? `chat:${sender_id}` : `team:${conversation_id}`;
        for (const userId of unread_by) noteGone(userId, topic);
        for (const userId of mentioned) noteNew(userId, topic);
      });
      bus.on('inboxes:changed', (changes) => {
        for (const { user_id, change } of changes)
          for (const id of [...change.read_ids, ...change.cleared_ids]) noteGone(user_id, `inbox:${id}`);
      });
      bus.on('team:changed', ({ conversation_id, left_id }) => {
        if (left_id !== null) noteGone(left_id, `team:${conversation_id}`);
      });
      // A block hides unread messages from the other member.
      bus.on('block:changed', ({ user_id, change }) => noteGone(user_id, `chat:${change.user_id}`));
      bus.on('sessions:ended', ({ session_ids }) => {
        deleteSubscriptions(db, session_ids).catch((error: unknown) =>
          log.warn({ err: error }, 'the devices of ended sessions could not be deleted'),
        );
      });
    },
    async write(trx, publish, changes) {
      const changesOf = (kind: 'new' | 'gone'): Changed[] =>
        changes.flatMap((change) =>
          'team' in change || change.is !== kind ? [] : [{ user_id: change.user_id, topic: change.topic }],
        );
      const teams = changes.flatMap((change) => ('team' in change ? [change.team] : []));
      const inTeams = (await findNotifiedOfTeams(trx, teams)).map(
        ({ user_id, conversation_id }): Changed => ({ user_id, topic: `team:${conversation_id}` }),
      );
      await addWebPushes(trx, publish, [...changesOf('new'), ...inTeams], dueAt(PUSHED_AFTER_MS));
      await addWebPushesOfRead(trx, publish, changesOf('gone'), dueAt(0));
    },
  });
}

import { LOCALE, TIME_ZONE } from '@sangam/shared/core/limits';
import { isTimeZone } from '@sangam/shared/core/local-time';
import { productDay } from '@sangam/shared/core/product-zone';
import { Id, Strict } from '@sangam/shared/core/schemas';
import { noticeServerLimits } from '@sangam/shared/notices/limits';
import { afterQuietHours } from '@sangam/shared/notices/quiet-hours-and-mutes';
import { peopleServerLimits } from '@sangam/shared/people/limits';
import type { Db } from '../../platform/db/database.js';
import { type ActDeps, transact } from '../../platform/db/transaction.js';
import { addJobs, type JobHandler, jobHandler, jobKind } from '../../platform/jobs/jobs.js';
import type { Clock } from '../../platform/lib/clock.js';
import { untilAfter } from '../../platform/lib/deadline.js';
import { ok } from '../../platform/lib/result.js';
import { pushBudgetsOf } from '../../platform/records/push-services.js';
import { choicesOf } from '../choices/queries.js';
import type { PushCircuits } from './circuits.js';
import type { WebPushSender } from './sender.js';
import { type EndingDevice, findEnding, findEndingDevice, setEndNotified } from './session-end.queries.js';
import { deleteSubscription } from './subscriptions.queries.js';

/** Notifies a device that its session, and with it its push notifications, is about to end. */
const sessionEndPush = jobKind('push:session-end', Strict({ subscription_id: Id }));

/** The devices that one server notifies at a time. */
const DEVICES_AT_ONCE = 4;

/** Returns a function that schedules these notices for the subscriptions after an id, and returns the last id of that page or null. */
export const sessionEndCatchUp =
  ({ db, bus, clock, max }: ActDeps & { max: number }) =>
  async (after: number): Promise<number | null> => {
    const now = clock.now();
    const expiresBefore = untilAfter(now, noticeServerLimits.sessionEndPushedBeforeMs);
    const { devices, last } = await findEnding(db, { now, until: expiresBefore, after, max });
    const jobs = devices.map(({ id, user_id, endpoint }) => ({
      payload: { subscription_id: id },
      key: String(id),
      due_at: now,
      budgets: pushBudgetsOf(user_id, endpoint),
    }));
    if (jobs.length > 0)
      await transact(db, bus, async (trx, publish) => ok(await addJobs(trx, publish, sessionEndPush, jobs)));
    return last;
  };

const noticeOf = ({ expires_at, begun_at }: EndingDevice, zone: string) => {
  const timeZone = isTimeZone(zone) ? zone : TIME_ZONE;
  const day =
    timeZone === TIME_ZONE
      ? productDay(expires_at)
      : new Intl.DateTimeFormat(LOCALE, { timeZone, day: 'numeric', month: 'short' }).format(expires_at);
  const isLast = expires_at.getTime() >= begun_at.getTime() + peopleServerLimits.longestSessionMs;
  const act = isLast ? 'Sign in again then' : 'Open Sangam before then';
  return {
    topic: 'session:end' as const,
    version: expires_at.getTime(),
    came: expires_at.getTime(),
    title: 'You’ll soon be logged out here',
    body: `On ${day}, notifications on this device stop. ${act} to keep them.`,
    path: '/dashboard',
  };
};

export const sessionEndHandler = (deps: {
  db: Db;
  clock: Clock;
  circuits: PushCircuits;
  sender: WebPushSender;
}): JobHandler => {
  const { db, clock, circuits, sender } = deps;
  return jobHandler(
    sessionEndPush,
    async ({ subscription_id }) => {
      const now = clock.now();
      const device = await findEndingDevice(db, subscription_id, now);
      // The member may have used the session in the meantime.
      const isEndingSoon =
        device && device.expires_at.getTime() - now.getTime() <= noticeServerLimits.sessionEndPushedBeforeMs;
      if (!device || !isEndingSoon) return undefined;
      const { quiet, time_zone } = await choicesOf(db, device.user_id);
      const from = afterQuietHours(now, quiet, time_zone);
      if (from > now && from < device.expires_at) return { againAt: from };
      const delivery = await sender.send(device, noticeOf(device, time_zone));
      if (typeof delivery === 'object') return { againAt: new Date(clock.nowMs() + delivery.retryAfterMs) };
      if (delivery === 'gone') await deleteSubscription(db, device.id);
      else await setEndNotified(db, device.id, device.expires_at);
      return undefined;
    },
    { atOnce: DEVICES_AT_ONCE, budgets: circuits },
  );
};

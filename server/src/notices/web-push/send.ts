import { devicesNotifiedAt } from '@sangam/shared/notices/quiet-hours-and-mutes';
import type { Db } from '../../platform/db/database.js';
import { type ActDeps, transact } from '../../platform/db/transaction.js';
import { type JobHandler, jobHandler } from '../../platform/jobs/jobs.js';
import type { Clock } from '../../platform/lib/clock.js';
import { ok } from '../../platform/lib/result.js';
import { allowsSilentPush, pushesAtOnce, pushesAtOnceOf } from '../../platform/records/push-services.js';
import { addDevicePushes, devicePushJob, webPushJob } from '../../platform/records/web-push.js';
import type { Topic } from '../../platform/records/web-push.queries.js';
import { choicesOf } from '../choices/queries.js';
import { findUnread, type Unread } from '../unread-changes/unread-words.js';
import type { PushCircuits } from './circuits.js';
import type { PushNotice } from './envelope.js';
import type { WebPushSender } from './sender.js';
import { pushedSince } from './stale.queries.js';
import * as queries from './subscriptions.queries.js';

/**
 * The number of pushes that one server sends at a time: enough for all vendors' services and all other hosts together, so that hosts that
 * don't answer cannot use them up.
 */
const PUSHES_AT_ONCE = 2 * (4 * pushesAtOnce.service + pushesAtOnce.otherHosts);

/** The topics that one server compares at a time. */
const TOPICS_AT_ONCE = 8;

type Device = queries.Subscription & { shown: number | null };

/** When the member's choices allow devices to show this: now, after quiet hours, or never (null). */
async function pushedAt(db: Db, userId: number, unread: Unread, now: Date): Promise<Date | null> {
  const choices = await choicesOf(db, userId);
  return devicesNotifiedAt(choices, unread, now);
}

/** Finds out whether a member's topic is unread now, and schedules a job for each device to show that state. */
export const webPushHandler = ({ db, bus, clock }: ActDeps): JobHandler =>
  jobHandler(
    webPushJob,
    async ({ user_id, topic }) => {
      const now = clock.now();
      const unread = await findUnread(db, user_id, topic, now);
      const from = unread === null ? now : await pushedAt(db, user_id, unread, now);
      if (from === null) return undefined;
      if (from > now) return { againAt: from };
      await transact(db, bus, async (trx, publish) =>
        ok(await addDevicePushes(trx, publish, { user_id, topic, isUnread: unread !== null }, now)),
      );
      return undefined;
    },
    { atOnce: TOPICS_AT_ONCE, budgets: { atOnce: pushesAtOnceOf, closed: () => [] } },
  );

/**
 * Makes a member's device show the current state of a topic: a notice if it is unread, none if it was read. Idempotent: a push that was not
 * recorded before a crash is sent again with the same version, which the service worker ignores.
 */
export function devicePushHandler(deps: {
  db: Db;
  clock: Clock;
  circuits: PushCircuits;
  sender: WebPushSender;
}): JobHandler {
  const { db, clock, circuits, sender } = deps;

  const deliver = async (device: Device, notice: PushNotice & { topic: Topic }) => {
    const delivery = await sender.send(device, notice);
    if (typeof delivery === 'object') return { againAt: new Date(clock.nowMs() + delivery.retryAfterMs) };
    if (delivery === 'gone') await queries.deleteSubscription(db, device.id);
    else if ('close' in notice) await queries.deleteNotice(db, device.id, notice.topic);
    else await queries.putNotice(db, device.id, notice.topic, notice.version);
    return undefined;
  };

  const close = async (device: Device, topic: Topic) => {
    if (device.shown === null) return undefined;
    if (allowsSilentPush(device.endpoint)) return deliver(device, { topic, version: device.shown, close: true });
    // The next page that opens on the device closes the notice.
    await queries.deleteNotice(db, device.id, topic);
    return undefined;
  };

  const show = async (device: Device, userId: number, topic: Topic, unread: Unread) => {
    const now = clock.now();
    const from = await pushedAt(db, userId, unread, now);
    if (from === null) return undefined;
    if (from > now) return { againAt: from };
    const { version, receivedVersion, at, title, path, body, text } = unread;
    const isKnown = at <= device.created_at || version <= (device.shown ?? -1);
    if (isKnown || at < pushedSince(now)) return undefined;
    return deliver(device, {
      topic,
      version,
      came: receivedVersion,
      title,
      body: device.shows_text ? (text ?? body) : body,
      path,
    });
  };

  return jobHandler(
    devicePushJob,
    async ({ subscription_id, user_id, topic }) => {
      const device = await queries.findDevice(db, { subscription_id, user_id, topic }, clock.now());
      if (!device) return undefined;
      const unread = await findUnread(db, user_id, topic, clock.now());
      return unread === null ? close(device, topic) : show(device, user_id, topic, unread);
    },
    { atOnce: PUSHES_AT_ONCE, budgets: circuits },
  );
}

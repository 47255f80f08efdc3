import { devicesToldAt } from '@sangam/shared/notices/delivery';
import type { Db } from '../../platform/db/database.js';
import { transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import { type JobHandler, jobHandler } from '../../platform/jobs/kinds.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { ok } from '../../platform/lib/result.js';
import type { Topic } from '../../platform/records/topics.js';
import { addWebPushes, push } from '../../platform/records/web-push.js';
import { defaultChoices, findChoices } from '../choices/queries.js';
import { findUnread } from '../news/unread.js';
import * as queries from './queries.js';
import type { WebPushSender } from './send.js';

/** How many topics one server works at together. */
const AT_ONCE = 8;

/**
 * Makes each device of a member show what is so of a topic: a notice of what is unread, none of what was read. It does nothing
 * where that is shown already, so it may be repeated; what died after the push and before its note is pushed again with the same
 * version, which the service worker leaves out.
 */
export function webPushHandler(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  sender: WebPushSender;
}): JobHandler {
  const { db, bus, clock, sender } = deps;
  return jobHandler(
    push,
    async (changed) => {
      const topic = changed.topic as Topic;
      const now = new Date(clock.nowMs());
      const devices = await queries.findDevices(db, changed, now);
      if (devices.length === 0) return;
      const unread = await findUnread(db, changed.user_id, topic);
      if (unread !== null) {
        const choices = (await findChoices(db, [changed.user_id])).get(changed.user_id) ?? defaultChoices;
        const from = devicesToldAt(choices, unread, now);
        if (from === null) return;
        if (from > now) {
          // Quiet hours: looked at anew when they end.
          const later = [{ user_id: changed.user_id, topic }];
          await transact(db, bus, async (trx, publish) => ok(await addWebPushes(trx, publish, later, from)));
          return;
        }
      }
      const tell = async (device: (typeof devices)[number]): Promise<void> => {
        const { id, shown } = device;
        if (unread === null) {
          if (shown === null) return;
          if ((await sender.send(device, { topic, version: shown, close: true })) === 'gone')
            return void (await queries.deleteSubscription(db, id));
          await queries.deleteNotice(db, id, topic);
          return;
        }
        const { version, came, at, title, path, body, text } = unread;
        if (at <= device.created_at || version <= (shown ?? -1)) return;
        const notice = { topic, version, came, title, body: device.shows_text ? (text ?? body) : body, path };
        if ((await sender.send(device, notice)) === 'gone') return void (await queries.deleteSubscription(db, id));
        await queries.putNotice(db, id, topic, version);
      };
      // One device that fails holds up no other; what was told is noted, and left out when the job is tried again.
      const results = await Promise.allSettled(devices.map(tell));
      const failure = results.find((result) => result.status === 'rejected');
      if (failure) throw failure.reason;
    },
    { atOnce: AT_ONCE },
  );
}

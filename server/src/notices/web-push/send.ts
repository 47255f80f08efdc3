import { request } from 'node:https';
import { devicesToldAt } from '@sangam/shared/notices/quiet-hours-and-mutes';
import webPush from 'web-push';
import type { Db } from '../../platform/db/database.js';
import { transact } from '../../platform/db/transaction.js';
import type { DomainEvents } from '../../platform/events.js';
import { type JobHandler, jobHandler } from '../../platform/jobs/jobs.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import { ok } from '../../platform/lib/result.js';
import { addWebPushes, webPushJob } from '../../platform/records/web-push.js';
import type { Topic } from '../../platform/records/web-push.queries.js';
import { defaultChoices, findChoices } from '../choices/queries.js';
import { findUnread } from '../unread-changes/unread.js';
import type { WebPushNetwork } from './network.js';
import type { Subscription, WebPushKeys } from './queries.js';
import * as queries from './queries.js';

/** The message to the service worker (client/worker/web-push.ts). */
type Notice = { topic: Topic; version: number } & (
  | { came: number; title: string; body: string; path: string }
  | { close: true }
);

/** How long a push service holds a notice for an offline device. */
const TTL_S = 24 * 3_600;

export interface WebPushSender {
  /** Sends a notice, encrypted for the browser, to its push service. `gone`: the subscription has ended. Throws if a retry may help. */
  send(to: Pick<Subscription, 'endpoint' | 'p256dh' | 'auth'>, notice: Notice): Promise<'sent' | 'gone'>;
}

export function createWebPushSender(deps: {
  keys: WebPushKeys;
  network: WebPushNetwork;
  /** The operator's address for push services: https: or mailto:. */
  contact: string;
  answeredWithinMs: number;
}): WebPushSender {
  const { keys, network, contact, answeredWithinMs } = deps;
  return {
    async send({ endpoint, p256dh, auth }, notice) {
      if (!network.allows(new URL(endpoint))) return 'gone';
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(notice),
        {
          TTL: TTL_S,
          urgency: 'close' in notice ? 'low' : 'high',
          // An offline device gets only the newest notice of a topic.
          topic: notice.topic.replace(':', '-'),
          vapidDetails: { subject: contact, ...keys },
        },
      );
      const status = await post(endpoint, { headers, body, agent: network.agent, answeredWithinMs });
      if (status >= 200 && status < 300) return 'sent';
      if (status >= 400 && status < 500 && status !== 408 && status !== 429) return 'gone';
      throw new Error(`the push service answered ${status}`);
    },
  };
}

/** Returns the status. The body is not read, since it comes from an untrusted server. */
function post(
  endpoint: string,
  options: {
    headers: Record<string, string | number>;
    body: Buffer | null;
    agent: WebPushNetwork['agent'];
    answeredWithinMs: number;
  },
): Promise<number> {
  const { headers, body, agent, answeredWithinMs } = options;
  return new Promise((resolve, reject) => {
    const asked = request(endpoint, { method: 'POST', headers, agent, signal: AbortSignal.timeout(answeredWithinMs) });
    asked.on('error', reject);
    asked.on('response', (answer) => {
      resolve(answer.statusCode ?? 0);
      // Without a body, the connection can be reused.
      if (answer.headers['content-length'] === '0' || answer.statusCode === 204) answer.resume();
      else answer.destroy();
    });
    asked.end(body);
  });
}

/** The topics that one server handles at a time. */
const AT_ONCE = 8;

/**
 * Makes each of a member's devices show the current state of a topic: a notice if it is unread, none if it was read. Idempotent: a
 * push that was not recorded before a crash is repeated with the same version, which the service worker ignores.
 */
export function webPushHandler(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  sender: WebPushSender;
}): JobHandler {
  const { db, bus, clock, sender } = deps;
  return jobHandler(
    webPushJob,
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
          // Quiet hours: retried when they end.
          const later = [{ user_id: changed.user_id, topic }];
          await transact(db, bus, async (trx, publish) => ok(await addWebPushes(trx, publish, later, from)));
          return;
        }
      }
      const update = async (device: (typeof devices)[number]): Promise<void> => {
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
      // One failing device must not delay the others; a retry skips those that succeeded.
      const results = await Promise.allSettled(devices.map(update));
      const failure = results.find((result) => result.status === 'rejected');
      if (failure) throw failure.reason;
    },
    { atOnce: AT_ONCE },
  );
}

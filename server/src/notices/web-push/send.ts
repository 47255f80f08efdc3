import { request } from 'node:https';
import webPush from 'web-push';
import type { Topic } from '../../platform/records/topics.js';
import type { WebPushNetwork } from './network.js';
import type { Subscription } from './queries.js';
import type { WebPushKeys } from './vapid.js';

/** What the service worker is told of a topic (client/worker/push.ts). */
type Notice = { topic: Topic; version: number } & (
  | { came: number; title: string; body: string; path: string }
  | { close: true }
);

/** How long a push service keeps a notice for a device that is off. */
const TTL_S = 24 * 3_600;

export interface WebPushSender {
  /**
   * Hands a notice to the browser's push service, encrypted for the browser. `gone`: the subscription has ended. Throws when it
   * may go better later.
   */
  send(to: Pick<Subscription, 'endpoint' | 'p256dh' | 'auth'>, notice: Notice): Promise<'sent' | 'gone'>;
}

export function createWebPushSender(deps: {
  keys: WebPushKeys;
  network: WebPushNetwork;
  /** A push service that has a question turns to it: https: or mailto:. */
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
          // Of one topic, a device that was off gets the newest alone.
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

/** The status of the answer. Its body is not read: it comes from a stranger's server. */
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
      // An answer without a body leaves the connection to the next push.
      if (answer.headers['content-length'] === '0' || answer.statusCode === 204) answer.resume();
      else answer.destroy();
    });
    asked.end(body);
  });
}

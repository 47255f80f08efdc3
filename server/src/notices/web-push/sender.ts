import { request } from 'node:https';
import { hourMs } from '@sangam/shared/core/limits';
import webPush from 'web-push';
import type { Clock } from '../../platform/lib/clock.js';
import type { PushCircuits } from './circuits.js';
import { type PushNotice, payloadOf } from './envelope.js';
import type { WebPushKeys } from './keys.queries.js';
import type { WebPushNetwork } from './network.js';
import type { Subscription } from './subscriptions.queries.js';

/** How long a push service holds a notice for an offline device. */
const TTL_S = 24 * 3_600;
/** The longest pause that a push service may request. */
const RETRY_AFTER_MAX_MS = hourMs;

/** `gone`: the subscription has ended. `refused`: the service will not accept this notice, now or later. */
type Delivery = 'sent' | 'gone' | 'refused' | { retryAfterMs: number };

export interface WebPushSender {
  /** Sends a notice, encrypted for the browser, to its push service. Throws if a retry may help. */
  send(to: Pick<Subscription, 'endpoint' | 'p256dh' | 'auth'>, notice: PushNotice): Promise<Delivery>;
}

export function createWebPushSender(deps: {
  keys: WebPushKeys;
  network: WebPushNetwork;
  circuits: PushCircuits;
  clock: Clock;
  publicUrl: string;
  /** The operator's address for push services: https: or mailto:. */
  contact: string;
  answeredWithinMs: number;
}): WebPushSender {
  const { keys, network, circuits, clock, publicUrl, contact, answeredWithinMs } = deps;
  const answerOf = async (endpoint: string, sent: Pick<PushRequest, 'headers' | 'body'>): Promise<Answer> => {
    const startMs = clock.monotonicMs();
    try {
      const answer = await post(endpoint, { ...sent, agent: network.agent, answeredWithinMs });
      circuits.answered(endpoint);
      return answer;
    } catch (error) {
      circuits.failed(endpoint, startMs);
      throw error;
    }
  };
  return {
    async send({ endpoint, p256dh, auth }, notice) {
      if (!network.allows(new URL(endpoint))) return 'gone';
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        payloadOf(notice, { endpoint, publicUrl }),
        {
          TTL: TTL_S,
          urgency: 'close' in notice ? 'low' : 'high',
          // An offline device gets only the newest notice of a topic.
          topic: notice.topic.replace(':', '-'),
          vapidDetails: { subject: contact, ...keys },
        },
      );
      const answer = await answerOf(endpoint, { headers, body });
      return deliveryOf(answer, clock.nowMs());
    },
  };
}

/** The subscription has ended (RFC 8030, 7.3), or was made for another key than ours (RFC 8292, 4.2). */
const GONE_STATUSES: readonly number[] = [403, 404, 410];
/**
 * The service does not accept our signature. That is a fault of the installation, such as a wrong clock, and the subscription may still be
 * valid.
 */
const NOT_SIGNED = 401;
const RETRY_STATUSES: readonly number[] = [408, 429];

interface Answer {
  status: number;
  retryAfter: string | undefined;
}

function deliveryOf({ status, retryAfter }: Answer, nowMs: number): Delivery {
  if (status >= 200 && status < 300) return 'sent';
  if (GONE_STATUSES.includes(status)) return 'gone';
  if (status === NOT_SIGNED) throw new Error(`the push service does not accept this server's signature (${status})`);
  const isPermanent = status >= 400 && status < 500 && !RETRY_STATUSES.includes(status);
  if (isPermanent) return 'refused';
  const retryAfterMs = retryAfterMsOf(retryAfter, nowMs);
  if (retryAfterMs === null) throw new Error(`the push service answered ${status}`);
  return { retryAfterMs };
}

/** Parses seconds or a date; null without either. */
function retryAfterMsOf(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  const ms = /^\d{1,9}$/u.test(header) ? Number(header) * 1_000 : Date.parse(header) - nowMs;
  return Number.isNaN(ms) ? null : Math.min(RETRY_AFTER_MAX_MS, Math.max(1_000, ms));
}

interface PushRequest {
  headers: Record<string, string | number>;
  body: Buffer | null;
  agent: WebPushNetwork['agent'];
  answeredWithinMs: number;
}

/** Rejects unless the whole head of an answer arrives in time. The body is not read, since it comes from an untrusted server. */
function post(endpoint: string, { headers, body, agent, answeredWithinMs }: PushRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const pushRequest = request(endpoint, {
      method: 'POST',
      headers,
      agent,
      signal: AbortSignal.timeout(answeredWithinMs),
    });
    pushRequest.on('error', reject);
    // A connection can close without an error, for example after a switch to another protocol.
    pushRequest.on('close', () => reject(new Error('the push service gave no answer')));
    pushRequest.on('response', (answer) => {
      resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] });
      // Without a body, the connection can be reused.
      if (answer.headers['content-length'] === '0' || answer.statusCode === 204) answer.resume();
      else answer.destroy();
    });
    pushRequest.end(body);
  });
}

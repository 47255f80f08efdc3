import type { noticesCalls as contract } from '@sangam/shared/notices/calls';
import { FORMER_MEMBER } from '@sangam/shared/people/former-member';
import type { FastifyInstance } from 'fastify';
import { haveConversation } from '../contact/contact.js';
import { findRecipient, isInactiveMember, type PresenceService, type Sessions } from '../people/people.js';
import type { Module, Platform } from '../platform/module.js';
import { noticesAlready } from './already.js';
import { createChoicesService } from './choices/service.js';
import { noticesLive } from './live.js';
import { noticesExport, noticesOwnTables } from './member-data.queries.js';
import { createNotificationsService } from './notifications/service.js';
import { noticesRefresh } from './refresh.js';
import { choiceCalls, notificationCalls, webPushCalls } from './routes.js';
import { noticesSweeps } from './sweep.queries.js';
import { createEmailFollower } from './unread-emails/schedule.js';
import { unreadEmailHandler } from './unread-emails/send.js';
import { createUnsubscriptions } from './unread-emails/unsubscribe.js';
import { registerUnsubscribeRoutes } from './unread-emails/unsubscribe.routes.js';
import { createPushCircuits } from './web-push/circuits.js';
import { loadWebPushKeys } from './web-push/keys.js';
import type { WebPushNetwork } from './web-push/network.js';
import { createWebPushFollower } from './web-push/schedule.js';
import { devicePushHandler, webPushHandler } from './web-push/send.js';
import { createWebPushSender } from './web-push/sender.js';
import { createWebPushService } from './web-push/service.js';
import { sessionEndHandler } from './web-push/session-end.js';

/** Notifications, web push, emails about unread items, and a member's choices about them. */
export async function createNotices(
  platform: Platform,
  deps: { presence: PresenceService; sessions: Sessions; webPushNetwork: WebPushNetwork },
) {
  const { db, config, limits } = platform;
  const notifications = createNotificationsService(platform);
  const choices = createChoicesService({ ...platform, sendsEmails: config.smtpUrl !== null });
  const webPush = await createWebPush(platform, deps);
  const { unsubscriptions, ...unreadEmails } = createUnreadEmails(platform, deps.presence);
  return {
    calls: {
      ...notificationCalls(notifications),
      ...webPushCalls(webPush.service),
      ...choiceCalls({ choices, limits, haveConversation: (a, b) => haveConversation(db, a, b) }),
    },
    routes: (app: FastifyInstance) =>
      registerUnsubscribeRoutes(app, {
        unsubscriptions,
        choices,
        isInactiveMember: (userId) => isInactiveMember(db, userId),
        isErased: async (userId) => (await findRecipient(db, userId))?.name === FORMER_MEMBER,
      }),
    already: noticesAlready(db),
    live: noticesLive,
    refresh: noticesRefresh({ notifications, choices }),
    exportPart: noticesExport,
    ownTables: noticesOwnTables,
    sweeps: noticesSweeps,
    jobs: [...webPush.handlers, ...unreadEmails.handlers],
    async start() {
      await Promise.all([webPush.start(), unreadEmails.start()]);
    },
    async stop() {
      await Promise.all([webPush.stop(), unreadEmails.stop()]);
    },
  } satisfies Module<keyof typeof contract> & Record<string, unknown>;
}

async function createWebPush(
  platform: Platform,
  { webPushNetwork: network, sessions }: { webPushNetwork: WebPushNetwork; sessions: Sessions },
) {
  const { db, clock, config } = platform;
  const { publicUrl, mailFrom, vapidKeys } = config;
  const timings = platform.timings.push;
  const keys = await loadWebPushKeys(db, vapidKeys);
  const address = /[^\s<>]+@[^\s<>]+/u.exec(mailFrom)?.[0] ?? mailFrom;
  const contact = publicUrl.startsWith('https:') ? publicUrl : `mailto:${address}`;
  const { answeredWithinMs, circuitFirstMs, circuitMaxMs } = timings;
  const circuits = createPushCircuits({ clock, firstMs: circuitFirstMs, maxMs: circuitMaxMs });
  const sender = createWebPushSender({ keys, network, circuits, clock, publicUrl, contact, answeredWithinMs });
  const { start, stop, handler } = createWebPushFollower({ ...platform, timings });
  const service = createWebPushService({ ...platform, publicKey: keys.publicKey, network, sessions });
  const sending = { db, clock, circuits, sender };
  const handlers = [webPushHandler(platform), devicePushHandler(sending), sessionEndHandler(sending), handler];
  return { start, stop, service, handlers };
}

/** Without a mail server no email is sent, but the links of earlier ones still work. */
function createUnreadEmails(platform: Platform, presence: PresenceService) {
  const { jwtSecret, config, timings } = platform;
  const { publicUrl, smtpUrl } = config;
  const unsubscriptions = createUnsubscriptions({ jwtSecret, publicUrl });
  if (smtpUrl === null)
    return { unsubscriptions, handlers: [], start: async () => undefined, stop: async () => undefined };
  const { start, stop, handler } = createEmailFollower({ ...platform, timings: timings.unreadEmail });
  const unsubscribeLink = unsubscriptions.link;
  const handlers = [unreadEmailHandler({ ...platform, publicUrl, presence, unsubscribeLink }), handler];
  return { unsubscriptions, start, stop, handlers };
}

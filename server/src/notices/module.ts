import type { FastifyInstance } from 'fastify';
import type { PresenceService } from '../people/people.js';
import type { Module, Platform } from '../platform/module.js';
import { choiceCalls } from './choices/routes.js';
import { createChoicesService } from './choices/service.js';
import { noticesLive } from './live.js';
import { noticesExport, noticesOwnTables } from './member-data.queries.js';
import { notificationCalls } from './notifications/routes.js';
import { createNotificationsService } from './notifications/service.js';
import { noticesRefresh } from './refresh.js';
import { noticesSweeps } from './sweep.queries.js';
import { createUnreadMails } from './unread-mail/create.js';
import { registerUnsubscribeRoutes } from './unread-mail/routes.js';
import { createWebPush } from './web-push/create.js';
import type { WebPushNetwork } from './web-push/network.js';
import { webPushCalls } from './web-push/routes.js';

/** Notifications, web push, mails about what is unread, and a member's choices about them. */
export async function createNotices(
  platform: Platform,
  { presence, webPushNetwork }: { presence: PresenceService; webPushNetwork: WebPushNetwork },
) {
  const { db, bus, clock, log, config, mailer, jwtSecret, timings } = platform;
  const base = { db, bus, clock, log, config };
  const inbox = createNotificationsService({ db, bus, clock });
  const choices = createChoicesService({ db, bus, mails: config.smtpUrl !== null });
  const pushes = await createWebPush({ ...base, network: webPushNetwork, timings: timings.push });
  const unreadMails = createUnreadMails({ ...base, mailer, presence, jwtSecret, timings: timings.unreadMail });
  return {
    calls: { ...notificationCalls(inbox), ...webPushCalls(pushes.service), ...choiceCalls(choices) },
    routes: (app: FastifyInstance) => registerUnsubscribeRoutes(app, { ...unreadMails, choices }),
    live: noticesLive,
    refresh: noticesRefresh({ inbox, choices }),
    exportPart: noticesExport,
    ownTables: noticesOwnTables,
    sweeps: noticesSweeps,
    jobs: [...pushes.handlers, ...unreadMails.handlers],
    async start() {
      await Promise.all([pushes.start(), unreadMails.start()]);
    },
    async stop() {
      await Promise.all([pushes.stop(), unreadMails.stop()]);
    },
  } satisfies Module & Record<string, unknown>;
}

import type { Logger } from 'pino';
import type { Config } from '../../config.js';
import type { Db } from '../../platform/db/database.js';
import type { DomainEvents } from '../../platform/events.js';
import type { JobHandler } from '../../platform/jobs/kinds.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Timings } from '../../platform/timings.js';
import type { NewsFollower } from '../news/follow.js';
import { createWebPushFollower } from './follow.js';
import { loadWebPushKeys } from './keys.js';
import type { WebPushNetwork } from './network.js';
import { createWebPushSender } from './send.js';
import { createWebPushService, type WebPushService } from './service.js';
import { webPushHandler } from './sync.js';

export interface WebPush extends Pick<NewsFollower, 'start' | 'stop'> {
  service: WebPushService;
  handlers: JobHandler[];
}

/** Notices on devices whose tabs are closed, by web push. */
export async function createWebPush(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  log: Logger;
  config: Pick<Config, 'vapidKeys' | 'publicUrl' | 'mailFrom'>;
  network: WebPushNetwork;
  timings: Timings['push'];
}): Promise<WebPush> {
  const { db, bus, clock, log, config, network, timings } = deps;
  const { publicUrl, mailFrom, vapidKeys } = config;
  const keys = await loadWebPushKeys(db, vapidKeys);
  const address = /[^\s<>]+@[^\s<>]+/u.exec(mailFrom)?.[0] ?? mailFrom;
  const contact = publicUrl.startsWith('https:') ? publicUrl : `mailto:${address}`;
  const sender = createWebPushSender({ keys, network, contact, answeredWithinMs: timings.answeredWithinMs });
  const follower = createWebPushFollower({ db, bus, clock, log, timings });
  return {
    service: createWebPushService({ db, bus, clock, publicKey: keys.publicKey, network }),
    handlers: [webPushHandler({ db, bus, clock, sender }), follower.handler],
    start: follower.start,
    stop: follower.stop,
  };
}

import type { Logger } from 'pino';
import type { Config } from '../../config.js';
import type { Db } from '../../platform/db/database.js';
import type { DomainEvents } from '../../platform/events.js';
import type { JobHandler } from '../../platform/jobs/kinds.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Timings } from '../../platform/timings.js';
import type { NewsFollower } from '../news/follow.js';
import { createPushFollower } from './follow.js';
import { loadPushKeys } from './keys.js';
import type { PushNetwork } from './network.js';
import { createPushSender } from './send.js';
import { createPushService, type PushService } from './service.js';
import { pushHandler } from './sync.js';

export interface Pushes extends Pick<NewsFollower, 'start' | 'stop'> {
  service: PushService;
  handlers: JobHandler[];
}

/** Notices on devices whose tabs are closed, by web push. */
export async function createPushes(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  log: Logger;
  config: Pick<Config, 'vapidKeys' | 'publicUrl' | 'mailFrom'>;
  network: PushNetwork;
  timings: Timings['push'];
}): Promise<Pushes> {
  const { db, bus, clock, log, config, network, timings } = deps;
  const { publicUrl, mailFrom, vapidKeys } = config;
  const keys = await loadPushKeys(db, vapidKeys);
  const address = /[^\s<>]+@[^\s<>]+/u.exec(mailFrom)?.[0] ?? mailFrom;
  const contact = publicUrl.startsWith('https:') ? publicUrl : `mailto:${address}`;
  const sender = createPushSender({ keys, network, contact, answeredWithinMs: timings.answeredWithinMs });
  const follower = createPushFollower({ db, bus, clock, log, timings });
  return {
    service: createPushService({ db, bus, clock, publicKey: keys.publicKey, network }),
    handlers: [pushHandler({ db, bus, clock, sender }), follower.handler],
    start: follower.start,
    stop: follower.stop,
  };
}

import type { Logger } from 'pino';
import type { Config } from '../../config.js';
import type { Db } from '../../db/database.js';
import type { DomainEvents } from '../../events.js';
import type { Bus } from '../../lib/bus.js';
import type { Clock } from '../../lib/clock.js';
import type { Timings } from '../../timings.js';
import type { JobHandler } from '../jobs/jobs.js';
import type { Mailer } from '../mail/mail.js';
import type { NewsFollower } from '../news/news.js';
import type { PresenceService } from '../presence/presence.js';
import { createMailFollower } from './follow.js';
import { unreadMailHandler } from './handler.js';
import { createUnsubscriptions, type Unsubscriptions } from './unsubscribe.js';

export interface UnreadMails extends Pick<NewsFollower, 'start' | 'stop'> {
  handlers: JobHandler[];
  unsubscriptions: Unsubscriptions;
}

const none = { handlers: [], start: async () => undefined, stop: async () => undefined };

/** Mails about what members have not read. Without a mail server there are none; the links of earlier ones work. */
export function createUnreadMails(deps: {
  db: Db;
  bus: Bus<DomainEvents>;
  clock: Clock;
  log: Logger;
  config: Pick<Config, 'smtpUrl' | 'publicUrl'>;
  mailer: Mailer;
  presence: PresenceService;
  jwtSecret: string;
  timings: Timings['unreadMail'];
}): UnreadMails {
  const { jwtSecret } = deps;
  const { publicUrl, smtpUrl } = deps.config;
  const unsubscriptions = createUnsubscriptions({ jwtSecret, publicUrl });
  if (smtpUrl === null) return { ...none, unsubscriptions };
  const { handler, ...follower } = createMailFollower(deps);
  return {
    ...follower,
    unsubscriptions,
    handlers: [unreadMailHandler({ ...deps, publicUrl, unsubscribeLink: unsubscriptions.link }), handler],
  };
}

import type { Logger } from 'pino';
import type { Config } from '../../config.js';
import type { PresenceService } from '../../people/people.js';
import type { Db } from '../../platform/db/database.js';
import type { DomainEvents } from '../../platform/events.js';
import type { JobHandler } from '../../platform/jobs/kinds.js';
import type { Bus } from '../../platform/lib/bus.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Mailer } from '../../platform/mail/mailer.js';
import type { Timings } from '../../platform/timings.js';
import type { NewsFollower } from '../news/follow.js';
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

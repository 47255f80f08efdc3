import type { Sessions } from '../people/people.js';
import type { Module, Platform } from '../platform/module.js';
import { trustOwnTables } from './member-data.queries.js';
import { endOwnHandler } from './moderation/end-own.js';
import { moderatedMailHandler } from './moderation/moderated-mail.js';
import { moderationCalls } from './moderation/routes.js';
import { createModerationService } from './moderation/service.js';
import { applySetting } from './moderators/apply-setting.js';
import { reportCalls } from './reports/routes.js';
import { createReportsService } from './reports/service.js';
import { trustSweeps } from './sweep.queries.js';

/** Reports, moderation and moderators. */
export function createTrust(
  { db, bus, clock, log, config, limits, mailer }: Platform,
  { sessions }: { sessions: Sessions },
) {
  const reports = createReportsService({ db, bus, clock });
  const moderation = createModerationService({ db, bus, clock, sessions });
  return {
    calls: { ...reportCalls({ reports, limits }), ...moderationCalls(moderation) },
    ownTables: trustOwnTables,
    sweeps: trustSweeps,
    jobs: [endOwnHandler({ db, bus, clock }), moderatedMailHandler({ db, mailer, publicUrl: config.publicUrl })],
    start: () => applySetting(db, config.moderators, log),
  } satisfies Module & Record<string, unknown>;
}

import type { Sessions } from '../people/people.js';
import type { Module, Platform } from '../platform/module.js';
import { trustExport, trustOwnTables } from './member-data.queries.js';
import { moderatedMailHandler } from './moderation/notifications-and-mails.js';
import { createModerationService } from './moderation/service.js';
import { endOwnHandler } from './moderation/suspend-and-hide.js';
import { applySetting } from './moderators/setting.js';
import { createReportsService } from './reports/service.js';
import { moderationCalls, reportCalls } from './routes.js';
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
    exportPart: trustExport,
    ownTables: trustOwnTables,
    sweeps: trustSweeps,
    jobs: [endOwnHandler({ db, bus, clock }), moderatedMailHandler({ db, mailer, publicUrl: config.publicUrl })],
    start: () => applySetting(db, config.moderators, log),
  } satisfies Module & Record<string, unknown>;
}

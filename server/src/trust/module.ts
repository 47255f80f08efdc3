import type { trustCalls as contract } from '@sangam/shared/trust/calls';
import type { BlocksService } from '../contact/contact.js';
import type { PicturesService, Sessions, UsersService } from '../people/people.js';
import type { Module, Platform } from '../platform/module.js';
import { trustAlready } from './already.js';
import { trustExport, trustOwnTables } from './member-data.queries.js';
import { moderatedEmailHandler } from './moderation/emails.js';
import { createModerationService } from './moderation/service.js';
import { serveCommands } from './moderators/command-socket.js';
import { runModeratorCommand } from './moderators/moderator-command.js';
import { roleChangedHandler } from './moderators/role.js';
import { applySetting } from './moderators/setting.js';
import { createReportsService } from './reports/service.js';
import { moderationCalls, reportCalls, suspensionCalls } from './routes.js';
import { suspensionEmailHandlers } from './suspension/emails.js';
import { suspensionEndHandler } from './suspension/end.js';
import { findOwn } from './suspension/queries.js';
import { endOwnHandler } from './suspension/suspend.js';
import { trustSweeps } from './sweep.queries.js';

/** Reports, moderation and moderators. */
export function createTrust(
  platform: Platform,
  below: {
    sessions: Sessions;
    blocks: Pick<BlocksService, 'block'>;
    pictures: PicturesService;
    users: UsersService;
  },
) {
  const { db, clock, log, config, limits, mailer, embedded } = platform;
  const reports = createReportsService({ ...platform, ...below });
  const moderation = createModerationService({ ...platform, ...below });
  let commands: { stop(): Promise<void> } | null = null;
  return {
    calls: {
      ...reportCalls({ reports, limits }),
      ...moderationCalls(moderation),
      ...suspensionCalls((userId) => findOwn(db, userId), config.operator.email),
    },
    already: trustAlready(db, moderation),
    exportPart: trustExport,
    ownTables: trustOwnTables,
    sweeps: trustSweeps,
    jobs: [
      endOwnHandler(platform),
      suspensionEndHandler(platform),
      roleChangedHandler({ ...platform, ...below }),
      moderatedEmailHandler({ db, mailer, publicUrl: config.publicUrl }),
      ...suspensionEmailHandlers({ db, mailer, publicUrl: config.publicUrl }),
    ],
    async start() {
      await applySetting({ db, clock, log }, config.moderators);
      if (embedded)
        commands = await serveCommands(config.dataDir, (args) => runModeratorCommand({ db, clock }, args), log);
    },
    stop: async () => commands?.stop(),
  } satisfies Module<keyof typeof contract> & Record<string, unknown>;
}

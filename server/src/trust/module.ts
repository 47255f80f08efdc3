import type { trustCalls as contract } from '@sangam/shared/trust/calls';
import type { BlocksService } from '../contact/contact.js';
import type { PicturesService, Sessions, UsersService } from '../people/people.js';
import type { Module, Platform } from '../platform/module.js';
import { trustAlready } from './already.js';
import { trustExport, trustOwnTables } from './member-data.queries.js';
import { moderatedMailHandler } from './moderation/mails.js';
import { createModerationService } from './moderation/service.js';
import { serveCommands } from './moderators/command-socket.js';
import { runModeratorCommand } from './moderators/moderator-command.js';
import { roleChangedHandler } from './moderators/role.js';
import { applySetting } from './moderators/setting.js';
import { createReportsService } from './reports/service.js';
import { moderationCalls, reportCalls, suspensionCalls } from './routes.js';
import { createEndSuspension, suspensionEndHandler } from './suspension/end.js';
import { suspensionMailHandlers } from './suspension/mails.js';
import { findOwn } from './suspension/queries.js';
import { endOwnHandler } from './suspension/suspend.js';
import { trustSweeps } from './sweep.queries.js';

/** Passed to sign-in, which ends suspensions whose time is over. */
export const createSuspensionEnd = ({ db, bus, clock }: Platform) => createEndSuspension({ db, bus, clock });

/** Reports, moderation and moderators. */
export function createTrust(
  { db, bus, clock, log, config, limits, mailer, embedded }: Platform,
  below: {
    sessions: Sessions;
    blocks: Pick<BlocksService, 'block'>;
    pictures: PicturesService;
    users: UsersService;
  },
) {
  const { sessions, blocks, pictures, users } = below;
  const reports = createReportsService({ db, bus, clock, log, blocks });
  const moderation = createModerationService({ db, bus, clock, sessions, pictures, users });
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
      endOwnHandler({ db, bus, clock }),
      suspensionEndHandler({ db, bus, clock }),
      roleChangedHandler({ db, bus, users }),
      moderatedMailHandler({ db, mailer, publicUrl: config.publicUrl }),
      ...suspensionMailHandlers({ db, mailer, publicUrl: config.publicUrl }),
    ],
    async start() {
      await applySetting({ db, clock, log }, config.moderators);
      if (embedded)
        commands = await serveCommands(config.dataDir, (words) => runModeratorCommand({ db, clock }, words), log);
    },
    stop: async () => commands?.stop(),
  } satisfies Module<keyof typeof contract> & Record<string, unknown>;
}

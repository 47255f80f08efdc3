import { createSweeper, type Sweeper } from '@sangam/server/app/sweeper/sweeper';
import { type FileStore, folderStore } from '@sangam/server/chat/attachments/file-store';
import { chatSweeps } from '@sangam/server/chat/sweep.queries';
import { noticesSweeps } from '@sangam/server/notices/sweep.queries';
import { peopleSweeps } from '@sangam/server/people/sweep.queries';
import type { Db } from '@sangam/server/platform/db/database';
import { jobSweeps } from '@sangam/server/platform/jobs/queries';
import type { Clock } from '@sangam/server/platform/lib/clock';
import { trustSweeps } from '@sangam/server/trust/sweep.queries';
import pino from 'pino';
import type { TestServer } from './test-server.js';

/** Creates a sweeper with the sweeps of all subjects and the given clock, beside no server of an earlier release. */
export const testSweeper = (deps: { db: Db; clock: Clock; files: FileStore }): Sweeper =>
  createSweeper({
    db: deps.db,
    clock: deps.clock,
    log: pino({ level: 'silent' }),
    sweeps: [...peopleSweeps, ...jobSweeps, ...noticesSweeps, ...trustSweeps, ...chatSweeps(deps.files, () => false)],
  });

/** Sweeps a server's rows and files once, at the time of this clock. */
export const sweepServer = (
  { config, database }: Pick<TestServer, 'config' | 'database'>,
  clock: Clock,
): Promise<void> => testSweeper({ db: database.db, clock, files: folderStore(config.filesDir) }).sweep();

import { dayMs, minuteMs } from '@sangam/shared/core/limits';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../../platform/db/database.js';
import type { Clock } from '../../platform/lib/clock.js';
import { repeat } from '../../platform/lib/timers.js';

const MINUTES_PER_DAY = dayMs / minuteMs;
const WINDOW_MS = 30 * dayMs;

export interface Uptime {
  /** Returns the percentage of the last 30 days, or of the time since recording began, with a server up; null before a day is recorded. */
  percent(): Promise<number | null>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Records each minute in which this server runs, in a record that all servers share (R9.4). */
export function createUptime(deps: {
  db: Db;
  clock: Clock;
  log: Logger;
  /** Well below a minute, so that a late timer skips none. */
  checkMs: number;
}): Uptime {
  const { db, clock, log, checkMs } = deps;
  let stopRecording = () => Promise.resolve();
  let recordedMs = 0;
  const thisMinuteMs = () => Math.floor(clock.nowMs() / minuteMs) * minuteMs;

  const record = async () => {
    const nowMs = thisMinuteMs();
    if (nowMs === recordedMs) return;
    await sql`INSERT INTO uptime_minutes (minute) VALUES (${new Date(nowMs)}) ON CONFLICT DO NOTHING`.execute(db);
    await sql`DELETE FROM uptime_minutes WHERE minute < ${new Date(nowMs - WINDOW_MS)}`.execute(db);
    recordedMs = nowMs;
  };

  return {
    async percent() {
      const nowMs = thisMinuteMs();
      const { rows } = await sql<{ recorded: number; first: Date | null }>`
        SELECT count(*) AS recorded, min(minute) AS first FROM uptime_minutes
        WHERE minute >= ${new Date(nowMs - WINDOW_MS)} AND minute < ${new Date(nowMs)}`.execute(db);
      const [row] = rows;
      if (!row?.first || row.recorded < MINUTES_PER_DAY) return null;
      const passed = (nowMs - row.first.getTime()) / minuteMs;
      // Rounded down: 100 only when no minute is missing.
      return Math.floor((row.recorded / passed) * 10_000) / 100;
    },
    async start() {
      await record();
      stopRecording = repeat(record, {
        intervalMs: checkMs,
        onError: (error) => log.warn({ err: error }, 'the uptime could not be recorded; trying again'),
      });
    },
    stop: () => stopRecording(),
  };
}

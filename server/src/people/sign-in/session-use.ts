import type { Logger } from 'pino';
import type { RunStatement } from '../../platform/db/connections.js';
import type { Clock } from '../../platform/lib/clock.js';
import { repeat } from '../../platform/lib/repeat.js';

export interface SessionUse {
  /** A session is used that was not for an hour. */
  note(sessionId: string): void;
  start(): void;
  /** Resolves once all that was noted is stored. */
  stop(): Promise<void>;
}

/** How often a session's use is stored. */
export const USE_STORED_EVERY = '1 hour';
/** Beyond, further ones are noted at their next use. */
const NOTED_MAX = 10_000;

/** Stores when sessions were used, together: what each call would write costs one statement every `everyMs`. */
export function createSessionUse(deps: { run: RunStatement; clock: Clock; log: Logger; everyMs: number }): SessionUse {
  const { run, clock, log, everyMs } = deps;
  let noted = new Set<string>();
  let stopStoring = () => Promise.resolve();

  const store = async () => {
    if (noted.size === 0) return;
    const ids = noted;
    noted = new Set();
    await run({
      text: `UPDATE sessions SET used_at = $2 WHERE id = ANY ($1::uuid[])`,
      values: [`{${[...ids].join()}}`, new Date(clock.nowMs()).toISOString()],
      rowMode: 'array',
    });
  };
  // A use that is not stored is noted again at the next call.
  const onError = (error: unknown) => log.warn({ err: error }, 'the use of sessions could not be stored');

  return {
    note(sessionId) {
      if (noted.size < NOTED_MAX) noted.add(sessionId);
    },
    start() {
      stopStoring = repeat(store, { intervalMs: everyMs, onError });
    },
    async stop() {
      await stopStoring();
      await store().catch(onError);
    },
  };
}

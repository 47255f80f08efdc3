import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { accountMessages } from '@sangam/shared/people/account-messages';
import type { Logger } from 'pino';
import { type Fail, fail, invalid, ok, type Result } from '../../platform/lib/result.js';
import type { FromChecker, ToChecker } from './common-passwords-worker.js';
import { createTurns } from './password-hashes.js';

export interface CommonPasswords {
  /** INVALID on the field of a new password that is a common one (R2.14). BUSY when too many wait, or the thread has failed. */
  refuse(password: string, field?: string): Promise<Fail | null>;
  /**
   * Returns whether a password that is being typed is common. Anybody may check any number of them, so these checks don't delay sign-ups.
   * BUSY as above.
   */
  isTypedCommon(password: string): Promise<Result<boolean>>;
  /** Ends the thread; BUSY from then on. */
  stop(): Promise<void>;
}

const WAITING_MAX = 100;
/** The thread needs 25 MB; with the default size of the young generation, it would grow by 60 MB. */
const HEAP_MAX_MB = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 };

/** Recognizes common passwords in a thread of its own. */
export function createCommonPasswords(
  log: Logger,
  script: string | URL = createRequire(import.meta.url).resolve('#common-passwords-worker'),
): CommonPasswords {
  const thread = createThread(log, script);
  // Two queues, each with one running check, so that the thread alternates between sign-ups and typed passwords.
  const [inSignUpTurn, inTypingTurn] = [createTurns(1, WAITING_MAX), createTurns(1, WAITING_MAX)];
  const flat = (result: Result<Result<boolean>>): Result<boolean> => (result.ok ? result.value : result);
  return {
    async refuse(password, field = 'password') {
      const common = flat(await inSignUpTurn(() => thread.check(password)));
      if (!common.ok) return common;
      return common.value ? invalid([{ field, message: accountMessages.commonPassword }]) : null;
    },
    isTypedCommon: async (password) => flat(await inTypingTurn(() => thread.check(password))),
    stop: thread.stop,
  };
}

interface PendingCheck {
  resolve(common: Result<boolean>): void;
  reject(error: Error): void;
}

/** Starts the thread with the first check: its word list takes time and memory. After a crash, the next check starts it again. */
function createThread(log: Logger, script: string | URL) {
  const pending = new Map<number, PendingCheck>();
  let worker: Worker | null = null;
  let stopped = false;
  let checks = 0;
  const busy = () => fail('BUSY', { retryAfterS: 5 });

  const start = (): Worker => {
    const newWorker = new Worker(script, { resourceLimits: HEAP_MAX_MB });
    // A thread that waits for checks keeps no program running.
    newWorker.unref();
    newWorker.on('message', (message: FromChecker) => {
      const { resolve, reject } = pending.get(message.id) ?? {};
      pending.delete(message.id);
      if ('isCommon' in message) resolve?.(ok(message.isCommon));
      else reject?.(new Error(`the check for common passwords failed: ${message.failure}`));
    });
    newWorker.on('error', (error) => log.error({ err: error }, 'the thread for common passwords has stopped'));
    newWorker.on('exit', () => {
      worker = null;
      for (const { resolve } of pending.values()) resolve(busy());
      pending.clear();
    });
    return newWorker;
  };

  return {
    check: (password: string): Promise<Result<boolean>> =>
      new Promise((resolve, reject) => {
        if (stopped) return resolve(busy());
        worker ??= start();
        checks += 1;
        pending.set(checks, { resolve, reject });
        worker.postMessage({ id: checks, password } satisfies ToChecker);
      }),
    async stop() {
      stopped = true;
      await worker?.terminate();
    },
  };
}

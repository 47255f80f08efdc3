import { hash, verify } from '@node-rs/argon2';
import { fail, ok, type Result } from '../../platform/lib/result.js';

/** The cost of one argon2id hash: memory in KiB, passes, lanes. */
export interface PasswordCost {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** OWASP's minimum for argon2id, the library's default: 19 MiB, two passes, one lane. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const CONCURRENT_MAX = 2;
const QUEUE_MAX = 100;

export interface Passwords {
  hash(password: string): Promise<Result<string>>;
  /** Takes the same time for `null` (no such account, or no password) as for a real hash. */
  matches(stored: string | null, password: string): Promise<Result<boolean>>;
}

/** Runs at most `atOnce` tasks at a time, and lets `queueMax` wait for their turn; BUSY beyond that. */
export function createTurns(atOnce: number, queueMax: number): <T>(work: () => Promise<T>) => Promise<Result<T>> {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= queueMax) return fail('BUSY', { retryAfterS: 5 });
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running += 1;
    try {
      return ok(await work());
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Hashes at most two passwords at once, so that many sign-ins cannot starve the chat. BUSY when the queue is full. */
export function createPasswords(cost: PasswordCost): Passwords {
  const queued = createTurns(CONCURRENT_MAX, QUEUE_MAX);
  const decoy = hash('no account has this password', cost);

  return {
    hash: (password) => queued(() => hash(password, cost)),
    matches: (stored, password) =>
      queued(async () => (await verify(stored ?? (await decoy), password)) && stored !== null),
  };
}

import { linkSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { systemClock } from '../../lib/clock.js';
import { errorCode } from '../../lib/error-code.js';

const HEARTBEAT_MS = 2_000;
/** How long a start waits for a killed owner; five heartbeats, so that a live one shows itself. */
const WAIT_FOR_OWNER_MS = 10_000;
const RETRY_PAUSE_MS = 50;
const NAME = /^lock\.(\d+)$/u;

/** Another process owns the folder. */
export class FolderInUse extends Error {}

/**
 * Makes this process the only owner of a folder, or throws FolderInUse. PGlite does not lock its folder, and two writers damage
 * it. Locks are numbered: the process that exclusively creates the next number owns the folder, so two processes that both find a
 * dead owner cannot both take over. A lock left by a crash is taken over at once; a killed owner that is still exiting is waited
 * for (10 s at most); a live one is refused at once. An owner on another machine is watched for that time: it is alive if it
 * renews its lock.
 */
export async function lockFolder(
  folder: string,
  log: Logger,
  waitForOwnerMs = WAIT_FOR_OWNER_MS,
): Promise<{ release(): void }> {
  for (;;) {
    const newest = newestNumber(folder);
    const owner = newest === 0 ? null : readOwner(folder, newest);
    if (owner) await waitUntilOwnerGone(owner, { folder, path: join(folder, `lock.${newest}`), log, waitForOwnerMs });
    const ownNumber = newest + 1;
    if (!create(folder, ownNumber)) continue;
    // A slow starter may create a lower number again: only the highest counts.
    if (newestNumber(folder) !== ownNumber) {
      rmSync(join(folder, `lock.${ownNumber}`), { force: true });
      continue;
    }
    for (const number of numbers(folder))
      if (number < ownNumber) rmSync(join(folder, `lock.${number}`), { force: true });
    return keepLock(folder, ownNumber);
  }
}

/** Resolves once the owner has gone; throws FolderInUse as soon as it is certainly alive. */
async function waitUntilOwnerGone(
  owner: Owner,
  { folder, path, log, waitForOwnerMs }: { folder: string; path: string; log: Logger; waitForOwnerMs: number },
): Promise<void> {
  const ownerName = `process ${owner.pid} on ${owner.host}`;
  const firstBeatMs = lastBeatMs(path);
  const untilMs = performance.now() + waitForOwnerMs;
  let hasWarned = false;
  for (let aliveSeen = 0; ; ) {
    const state = stateOf(owner);
    if (state === 'gone' || lastBeatMs(path) === null) return;
    const late = performance.now() >= untilMs;
    // No heartbeat in all that time: the owner is dead.
    if (state === 'unknown' && late) return;
    // Twice: a process that is being killed looks alive for an instant between its signal and its end.
    if (state === 'alive') aliveSeen += 1;
    const beats = state === 'unknown' && lastBeatMs(path) !== firstBeatMs;
    if (aliveSeen > 1 || beats || late)
      throw new FolderInUse(
        `Another Sangam server (${ownerName}) is using ${folder}. ` +
          'Two servers would damage the embedded database. Stop that one, set another DATA_DIR, or use DATABASE_URL.',
      );
    if (state !== 'alive' && !hasWarned) {
      log.warn(
        `waiting up to 10 s for ${ownerName}, which ${state === 'ending' ? 'was killed and is still ending' : 'had this folder a moment ago'}, to let go of ${folder}`,
      );
      hasWarned = true;
    }
    await sleep(RETRY_PAUSE_MS);
  }
}

function keepLock(folder: string, number: number): { release(): void } {
  const path = join(folder, `lock.${number}`);
  const heartbeat = setInterval(() => {
    const at = systemClock.now();
    utimesSync(path, at, at);
  }, HEARTBEAT_MS).unref();
  return {
    release() {
      clearInterval(heartbeat);
      // Kept and marked as released: numbers must only grow.
      const released = `${path}.released`;
      try {
        writeFileSync(released, JSON.stringify({ ...self(), released: true }), { mode: 0o600 });
        renameSync(released, path);
      } catch (error) {
        // A full disk: the next process finds an owner that has gone.
        if (errorCode(error) !== 'ENOSPC') throw error;
      }
    },
  };
}

function create(folder: string, number: number): boolean {
  const temporary = join(folder, `.lock-${process.pid}-${Math.random().toString(36).slice(2)}`);
  writeFileSync(temporary, JSON.stringify(self()), { mode: 0o600 });
  try {
    // A link appears whole or not at all, and fails when the name is taken.
    linkSync(temporary, join(folder, `lock.${number}`));
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

const numbers = (folder: string): number[] =>
  readdirSync(folder).flatMap((name) => (NAME.test(name) ? [Number(NAME.exec(name)?.[1])] : []));
const newestNumber = (folder: string): number => Math.max(0, ...numbers(folder));

function readOwner(folder: string, number: number): Owner | null {
  try {
    return JSON.parse(readFileSync(join(folder, `lock.${number}`), 'utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The process that owns a folder, as its lock file says. */
interface Owner {
  pid: number;
  /** When the process started, as the kernel counts; null where it does not say. Detects a recycled pid. */
  startedAt: string | null;
  host: string;
  released: boolean;
}

/**
 * `ending`: killed but still exiting, so it may still write. `unknown`: on another machine (or in another container), or without
 * /proc; only a continuing heartbeat proves that it is alive. The time of its last beat proves nothing: it is another machine's
 * time, or a clock that was set since.
 */
type OwnerState = 'gone' | 'ending' | 'alive' | 'unknown';

const SIGKILL_BIT = 1n << 8n;
const PF_EXITING = 0x4;

/** Describes this process as an owner. */
export const self = (): Owner => ({
  pid: process.pid,
  startedAt: readProcess(process.pid)?.startedAt ?? null,
  host: hostname(),
  released: false,
});

/** When the lock file at `path` was last renewed, by its owner's clock; null when it no longer exists. */
const lastBeatMs = (path: string): number | null => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;

/** Returns the state of a lock's owner. */
function stateOf(owner: Owner): OwnerState {
  if (owner.released) return 'gone';
  if (owner.host !== hostname()) return 'unknown';
  if (!processExists(owner.pid)) return 'gone';
  const found = readProcess(owner.pid);
  if (found === null || owner.startedAt === null) return 'unknown';
  return found.startedAt === owner.startedAt ? found.state : 'gone';
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Linux: the boot and tick at which the process started, and its state; null elsewhere, and when it has just gone. */
function readProcess(pid: number): { startedAt: string; state: 'gone' | 'ending' | 'alive' } | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // From the third field on; the second is the name, which may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const startedAt = `${boot}/${fields[19]}`;
    // A zombie is gone once its other threads are; its parent may notice late, or never.
    if (fields[0] === 'Z' || fields[0] === 'X')
      return { startedAt, state: readdirSync(`/proc/${pid}/task`).length > 1 ? 'ending' : 'gone' };
    const ending = (Number(fields[6]) & PF_EXITING) !== 0 || isKilled(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return { startedAt, state: ending ? 'ending' : 'alive' };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ESRCH') return null;
    throw error;
  }
}

/** SIGKILL is pending: the process cannot run another line of its own. */
const isKilled = (status: string): boolean =>
  [...status.matchAll(/^(?:SigPnd|ShdPnd):\s*([0-9a-f]+)$/gmu)].some(
    ([, mask]) => (BigInt(`0x${mask}`) & SIGKILL_BIT) !== 0n,
  );

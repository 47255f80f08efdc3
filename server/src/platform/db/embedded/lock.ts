import { linkSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { systemClock } from '../../lib/clock.js';
import { lastBeatMs, type Owner, self, stateOf } from './owner.js';

const HEARTBEAT_MS = 2_000;
/** How long a start waits for an owner that was killed; five heartbeats, so that one that lives has shown it. */
const WAIT_FOR_OWNER_MS = 10_000;
const LOOK_AGAIN_MS = 50;
const NAME = /^lock\.(\d+)$/u;

/** Another process has the folder. */
export class FolderInUse extends Error {}

/**
 * Makes this process the only owner of a folder, or throws FolderInUse. PGlite does not lock its folder, and two writers
 * damage it. Locks are numbered: whoever creates the next number exclusively owns the folder, so two processes that both
 * find a dead owner cannot both take over. A lock left by a crash is taken over at once; an owner that was killed and is
 * still ending is waited for (10 s at most); one that lives is refused at once. One on another machine is watched for that
 * time: it lives if it renews its lock.
 */
export async function lockFolder(
  folder: string,
  log: Logger,
  waitForOwnerMs = WAIT_FOR_OWNER_MS,
): Promise<{ release(): void }> {
  for (;;) {
    const newest = newestNumber(folder);
    const owner = newest === 0 ? null : readOwner(folder, newest);
    if (owner) await ownerGone(owner, { folder, path: join(folder, `lock.${newest}`), log, waitForOwnerMs });
    const mine = newest + 1;
    if (!create(folder, mine)) continue;
    // A slow starter may create a lower number again: only the highest counts.
    if (newestNumber(folder) !== mine) {
      rmSync(join(folder, `lock.${mine}`), { force: true });
      continue;
    }
    for (const number of numbers(folder)) if (number < mine) rmSync(join(folder, `lock.${number}`), { force: true });
    return keepLock(folder, mine);
  }
}

/** Resolves once the owner has gone; throws FolderInUse as soon as it is certain that it lives. */
async function ownerGone(
  owner: Owner,
  { folder, path, log, waitForOwnerMs }: { folder: string; path: string; log: Logger; waitForOwnerMs: number },
): Promise<void> {
  const who = `process ${owner.pid} on ${owner.host}`;
  const firstBeatMs = lastBeatMs(path);
  const untilMs = performance.now() + waitForOwnerMs;
  let said = false;
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
        `Another Sangam server (${who}) is using ${folder}. ` +
          'Two servers would damage the embedded database. Stop that one, set another DATA_DIR, or use DATABASE_URL.',
      );
    if (state !== 'alive' && !said) {
      log.warn(
        `waiting up to 10 s for ${who}, which ${state === 'ending' ? 'was killed and is still ending' : 'had this folder a moment ago'}, to let go of ${folder}`,
      );
      said = true;
    }
    await wait(LOOK_AGAIN_MS);
  }
}

function keepLock(folder: string, number: number): { release(): void } {
  const path = join(folder, `lock.${number}`);
  const heartbeat = setInterval(() => {
    const at = new Date(systemClock.nowMs());
    utimesSync(path, at, at);
  }, HEARTBEAT_MS).unref();
  return {
    release() {
      clearInterval(heartbeat);
      // Kept, marked as released: numbers must only grow.
      const released = `${path}.released`;
      try {
        writeFileSync(released, JSON.stringify({ ...self(), released: true }), { mode: 0o600 });
        renameSync(released, path);
      } catch (error) {
        // A full disk: whoever comes next finds an owner that has gone.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
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
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
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
    return JSON.parse(readFileSync(join(folder, `lock.${number}`), 'utf8')) as Owner;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}

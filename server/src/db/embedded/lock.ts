import { linkSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

const HEARTBEAT_MS = 2_000;
const STALE_AFTER_MS = 10_000;
const NAME = /^lock\.(\d+)$/u;

interface Owner {
  pid: number;
  /** When the process started, as the kernel counts; null where it does not say. Tells a recycled pid. */
  startedAt: string | null;
  host: string;
  released: boolean;
}

/** Another process has the folder. */
export class FolderInUse extends Error {}

/**
 * Makes this process the only owner of a folder, or throws FolderInUse. PGlite does not lock its folder, and two writers
 * damage it. Locks are numbered: whoever creates the next number exclusively owns the folder, so two processes that both
 * find a dead owner cannot both take over. A lock left by a crash is taken over at once.
 */
export function lockFolder(folder: string): { release(): void } {
  for (;;) {
    const newest = newestNumber(folder);
    const owner = newest === 0 ? null : readOwner(folder, newest);
    if (owner && isAlive(owner, join(folder, `lock.${newest}`)))
      throw new FolderInUse(
        `Another Sangam server (process ${owner.pid} on ${owner.host}) is using ${folder}. ` +
          'Two servers would damage the embedded database. Stop that one, set another DATA_DIR, or use DATABASE_URL.',
      );
    const mine = newest + 1;
    if (!create(folder, mine)) continue;
    // A slow starter may re-create a number that was already passed: only the highest counts.
    if (newestNumber(folder) !== mine) {
      rmSync(join(folder, `lock.${mine}`), { force: true });
      continue;
    }
    for (const number of numbers(folder)) if (number < mine) rmSync(join(folder, `lock.${number}`), { force: true });
    return hold(folder, mine);
  }
}

function hold(folder: string, number: number): { release(): void } {
  const path = join(folder, `lock.${number}`);
  const heartbeat = setInterval(() => utimesSync(path, new Date(), new Date()), HEARTBEAT_MS).unref();
  return {
    release() {
      clearInterval(heartbeat);
      // Kept, marked as released: numbers must only grow.
      const draft = `${path}.released`;
      writeFileSync(draft, JSON.stringify({ ...self(), released: true }));
      renameSync(draft, path);
    },
  };
}

function create(folder: string, number: number): boolean {
  const draft = join(folder, `.lock-${process.pid}-${Math.random().toString(36).slice(2)}`);
  writeFileSync(draft, JSON.stringify(self()));
  try {
    // A link appears whole or not at all, and fails when the name is taken.
    linkSync(draft, join(folder, `lock.${number}`));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

const self = (): Owner => ({
  pid: process.pid,
  startedAt: processStart(process.pid),
  host: hostname(),
  released: false,
});

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

function isAlive(owner: Owner, path: string): boolean {
  if (owner.released) return false;
  const fresh = () => Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < STALE_AFTER_MS;
  // Another machine's processes (or another container's) cannot be asked; its heartbeat can.
  if (owner.host !== hostname()) return fresh();
  if (!processExists(owner.pid)) return false;
  const startedAt = processStart(owner.pid);
  return startedAt === null || owner.startedAt === null ? fresh() : startedAt === owner.startedAt;
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Linux: the boot and the tick the process started at. */
function processStart(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return `${boot}/${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { hostname } from 'node:os';

/** Which process has a folder, as its lock file says. */
export interface Owner {
  pid: number;
  /** When the process started, as the kernel counts; null where it does not say. Tells a recycled pid. */
  startedAt: string | null;
  host: string;
  released: boolean;
}

/**
 * `ending`: killed, and not gone yet; until it is, it may still write. `unknown`: on another machine (or in another
 * container), or where there is no /proc; only a heartbeat that goes on tells that it lives. When it last beat says nothing:
 * that is another machine's time, or of a clock that was set since.
 */
export type OwnerState = 'gone' | 'ending' | 'alive' | 'unknown';

const SIGKILL_BIT = 1n << 8n;
const PF_EXITING = 0x4;

/** This process as an owner. */
export const self = (): Owner => ({
  pid: process.pid,
  startedAt: readProcess(process.pid)?.startedAt ?? null,
  host: hostname(),
  released: false,
});

/** When the lock file at `path` was last renewed, by its owner's clock; null when it is not there any more. */
export const lastBeatMs = (path: string): number | null => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;

/** What has become of the owner of a lock. */
export function stateOf(owner: Owner): OwnerState {
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
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Linux: the boot and the tick the process started at, and how it is; null elsewhere, and when it has just gone. */
function readProcess(pid: number): { startedAt: string; state: 'gone' | 'ending' | 'alive' } | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // From the third field on; the second is the name, which may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const startedAt = `${boot}/${fields[19]}`;
    // A zombie is over once its other threads are; its parent may take its time to notice, or never do.
    if (fields[0] === 'Z' || fields[0] === 'X')
      return { startedAt, state: readdirSync(`/proc/${pid}/task`).length > 1 ? 'ending' : 'gone' };
    const ending = (Number(fields[6]) & PF_EXITING) !== 0 || isKilled(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return { startedAt, state: ending ? 'ending' : 'alive' };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return null;
    throw error;
  }
}

/** SIGKILL is pending: the process cannot run a line of its own any more. */
const isKilled = (status: string): boolean =>
  [...status.matchAll(/^(?:SigPnd|ShdPnd):\s*([0-9a-f]+)$/gmu)].some(
    ([, mask]) => (BigInt(`0x${mask}`) & SIGKILL_BIT) !== 0n,
  );

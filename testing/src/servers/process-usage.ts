import { readdirSync, readFileSync } from 'node:fs';
import { fieldsOf } from '@sangam/shared/core/keys-of';

const TICKS_PER_SECOND = 100;

interface Stat {
  parent: number;
  cpuS: number;
  /** Used by children that have ended. */
  endedCpuS: number;
}

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = (field: number) => Number(fields[field]) / TICKS_PER_SECOND;
    return { parent: Number(fields[1]), cpuS: ticks(11) + ticks(12), endedCpuS: ticks(13) + ticks(14) };
  } catch (error) {
    return nullIfEnded(error);
  }
}

/** Swallows the error of reading a process that has ended; rethrows others. */
function nullIfEnded(error: unknown): null {
  const { code } = fieldsOf(error);
  if (code === 'ENOENT' || code === 'ESRCH') return null;
  throw error;
}

/** CPU seconds of a process (Linux); 0 if it has ended. */
export const cpuSeconds = (pid: number): number => statOf(pid)?.cpuS ?? 0;

const NS_PER_S = 1e9;

/** CPU seconds of a process's live threads, to the nanosecond (Linux), for durations too short for the ticks of `cpuSeconds`. */
export function threadCpuSeconds(pid: number): number {
  try {
    const ns = readdirSync(`/proc/${pid}/task`).map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    );
    return ns.reduce((sum, each) => sum + each, 0) / NS_PER_S;
  } catch (error) {
    return nullIfEnded(error) ?? 0;
  }
}

/** The child processes of a process (Linux). */
export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map(Number)
    .filter((child) => statOf(child)?.parent === pid);

/** CPU seconds of a process and its children, ended or not: PostgreSQL ends the processes of idle connections. */
export const treeCpuSeconds = (pid: number): number =>
  childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child), cpuSeconds(pid) + (statOf(pid)?.endedCpuS ?? 0));

/** Resident memory of a process in KiB. */
export function residentKib(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}

import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

interface Stat {
  parent: number;
  cpuS: number;
}

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), cpuS: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND };
  } catch (error) {
    // The process ended while we looked.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/** CPU seconds that a process has used so far (Linux). */
export const cpuSeconds = (pid: number): number => statOf(pid)?.cpuS ?? 0;

/** The processes that a process has started (Linux). */
export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map(Number)
    .filter((child) => statOf(child)?.parent === pid);

/** The same for a process and its children, as a PostgreSQL server has them. */
export const treeCpuSeconds = (pid: number): number =>
  childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child), cpuSeconds(pid));

/** Resident memory of a process in KiB. */
export function residentKib(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}

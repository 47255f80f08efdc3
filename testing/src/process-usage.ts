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
    // The process has ended in the meantime.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/** CPU seconds a process has used so far (Linux); 0 if it has ended. */
export const cpuSeconds = (pid: number): number => statOf(pid)?.cpuS ?? 0;

/** The child processes of a process (Linux). */
export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map(Number)
    .filter((child) => statOf(child)?.parent === pid);

/** CPU seconds of a process and its children, as a PostgreSQL server has them. */
export const treeCpuSeconds = (pid: number): number =>
  childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child), cpuSeconds(pid));

/** Resident memory of a process in KiB. */
export function residentKib(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}

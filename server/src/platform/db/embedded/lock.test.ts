import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hourMs } from '@sangam/shared/core/limits';
import { eventually } from '@sangam/testing/eventually';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderInUse, lockFolder, self } from './lock.js';

const onLinux = process.platform === 'linux';
const hasPython = spawnSync('python3', ['--version']).status === 0;
let folder: string;
let said: string[];
let log: pino.Logger;
const children: ChildProcess[] = [];
const locks: { release(): void }[] = [];

const lock = async (waitForOwnerMs?: number) => {
  const taken = await lockFolder(folder, log, waitForOwnerMs);
  locks.push(taken);
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sangam-lock-'));
  said = [];
  log = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) });
});
afterEach(async () => {
  for (const taken of locks.splice(0)) taken.release();
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Writes the lock of an owner that renewed it this long ago. */
const leaveLock = async (owner: { pid: number; startedAt: string | null; host: string }, ageMs = 0) => {
  const path = join(folder, 'lock.1');
  await writeFile(path, JSON.stringify({ ...owner, released: false }));
  const at = new Date(Date.now() - ageMs);
  await utimes(path, at, at);
  return path;
};

/** A process that prints its own lock entry, and then does nothing. */
const startOwner = async (command: string, args: string[]) => {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  const pid = Number(printed.toString());
  const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return { child, owner: { pid, startedAt: `${boot}/${stat.split(') ')[1]?.split(' ')[19]}`, host: hostname() } };
};
/** Resolves once the process's first thread has ended and still waits to be reaped. */
const untilZombie = (pid: number) =>
  eventually(async () => expect(await readFile(`/proc/${pid}/stat`, 'utf8')).toContain(') Z '));
const sleeper = 'console.log(process.pid); setInterval(() => undefined, 1e6)';

it.runIf(onLinux)('waits for a killed owner that is still exiting', async () => {
  const { child, owner } = await startOwner(process.execPath, ['-e', sleeper]);
  await leaveLock(owner);
  child.kill('SIGKILL');
  // Without a turn of the event loop in between: the process still exists, at least as a zombie.
  await lock();
});

it.runIf(onLinux && hasPython)(
  'names the owner it waits for, and refuses one that does not exit within 10 s',
  { timeout: 20_000 },
  async () => {
    // Its first thread has ended and another continues: the kernel shows a process that is being killed like that.
    const hangs = `import ctypes, os, threading, time
threading.Thread(target=time.sleep, args=(60,)).start()
print(os.getpid(), flush=True)
ctypes.CDLL(None).pthread_exit(0)`;
    const { owner } = await startOwner('python3', ['-c', hangs]);
    await untilZombie(owner.pid);
    await leaveLock(owner);
    const startedMs = performance.now();
    await expect(lockFolder(folder, log)).rejects.toThrow(FolderInUse);
    expect(performance.now() - startedMs).toBeGreaterThan(9_900);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(`process ${owner.pid} on ${hostname()}, which was killed and is still ending`);
    expect(said[0]).toContain(folder);
  },
);

it.runIf(onLinux)('takes over at once from a zombie that nobody reaps', async () => {
  const script = `"${process.execPath}" -e "${sleeper}" & exec sleep 60`;
  const { owner } = await startOwner('sh', ['-c', script]);
  await leaveLock(owner);
  process.kill(owner.pid, 'SIGKILL');
  await untilZombie(owner.pid);
  // Its other threads end last on a busy machine, and the folder is waited for until then.
  await eventually(async () => expect(await readdir(`/proc/${owner.pid}/task`)).toHaveLength(1));
  await lock();
  expect(said).toEqual([]);
});

it.runIf(onLinux)('refuses a folder with a live owner at once', async () => {
  await leaveLock(self());
  const startedMs = performance.now();
  await expect(lockFolder(folder, log)).rejects.toThrow(FolderInUse);
  // Without the 10 s that it waits for an exiting one.
  expect(performance.now() - startedMs).toBeLessThan(9_000);
  expect(said).toEqual([]);
});

it.each([
  ['that agrees', 0],
  ['that is behind', hourMs],
  ['that is ahead', -hourMs],
])('follows the heartbeat of an owner on another machine, with a clock %s: refuses a live one', async (_, ageMs) => {
  const path = await leaveLock({ ...self(), host: 'another.example' }, ageMs);
  const refused = expect(lockFolder(folder, log)).rejects.toThrow(FolderInUse);
  // As a live owner does: on a busy machine, the first one may come before the folder is looked at.
  while (!(await Promise.race([refused.then(() => true), sleep(200, false)]))) {
    const at = new Date(Date.now() - ageMs);
    await utimes(path, at, at);
  }
  expect(said[0]).toContain('another.example');
});

it.each([0, hourMs, -hourMs])('takes over from a dead owner, by whatever clock: %d', async (ageMs) => {
  await leaveLock({ ...self(), host: 'another.example' }, ageMs);
  await lock(500);
  expect(said).toHaveLength(1);
});

it('hands over a released folder without a wait', async () => {
  await lock();
  locks.pop()?.release();
  await lock();
  expect(said).toEqual([]);
});

import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { runsFull } from '@sangam/testing/runs';
import { startTestServer } from '@sangam/testing/test-server';
import { expect, it } from 'vitest';

const run = promisify(execFile);
/** Debian's packages belong to Debian's Python, which need not be the first one on the path. */
const python = ['python3', '/usr/bin/python3'].find(
  (each) => runsFull && spawnSync(each, ['-c', 'import socketio, requests, websocket']).status === 0,
);
const PACKAGES = 'python3-socketio python3-requests python3-websocket';

/** The Python example in docs/load-testing.md, over this transport. */
async function example(transport: string): Promise<string> {
  const page = await readFile(new URL('../../docs/load-testing.md', import.meta.url), 'utf8');
  const code = /```python\n(.*?)```/su.exec(page)?.[1] ?? '';
  const chosen = code.replace('["websocket"]', JSON.stringify([transport]));
  expect(chosen).toContain(`transports=["${transport}"]`);
  return chosen;
}

/** Time for Python to start, while the rest of the full mode runs. */
const ANSWERED_WITHIN_MS = 60_000;

it.runIf(runsFull).for(['websocket', 'polling'])(
  'connects the documented Python client and sends to it by %s, in production',
  { timeout: 2 * ANSWERED_WITHIN_MS },
  async (transport, { skip }) => {
    if (python === undefined) return skip(`Python's Socket.IO client is not installed: apt-get install ${PACKAGES}`);
    await using server = await startTestServer({ env: { NODE_ENV: 'production', RATE_LIMIT: 'on' } });
    const { stdout } = await run(python, ['-c', await example(transport), server.url], { timeout: ANSWERED_WITHIN_MS });
    expect(stdout).toContain('Rohan: message:new 1 Hello from Python');
    expect(stdout).toMatch(/Asha: \{'ok': True/u);
  },
);

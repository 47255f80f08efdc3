import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { eventually } from './harness.js';
import { freePort } from './process.js';

/** The configuration that docker-compose.yml mounts. */
export const balancerFile = fileURLToPath(new URL('../../haproxy.cfg', import.meta.url));

export interface Balancer {
  url: string;
  /** What it has logged: which server went, and came back. */
  output(): string;
  close(): Promise<void>;
}

export const hasBalancer = (): boolean => spawnSync('haproxy', ['-v'], { stdio: 'ignore' }).status === 0;

/** HAProxy before the servers on these ports, with the project's own configuration. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const servers = Object.fromEntries(ports.map((each, index) => [`SANGAM_${index + 1}`, `127.0.0.1:${each}`]));
  const child = spawn('haproxy', ['-db', '-f', balancerFile], {
    env: { ...process.env, ...servers, BALANCER_BIND: `127.0.0.1:${port}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended:\n${printed}`);
    const response = await fetch(`${url}/readyz`);
    if (response.status !== 200) throw new Error(`the balancer answers ${response.status}`);
  }, 20_000);
  return {
    url,
    output: () => printed,
    async close() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { eventually } from '../eventually.js';
import { freePort } from './process.js';

/** The configuration that docker-compose.yml mounts. */
export const balancerFile = fileURLToPath(new URL('../../../haproxy.cfg', import.meta.url));

export interface Balancer {
  url: string;
  /** Its log, which shows when servers go down and come back. */
  output(): string;
  close(): Promise<void>;
}

export const hasBalancer = (): boolean => spawnSync('haproxy', ['-v'], { stdio: 'ignore' }).status === 0;

/** Starts HAProxy for the servers on these ports with the project's configuration; `tls`: it terminates TLS. */
export async function startBalancer(
  ports: readonly number[],
  tls?: { port: number; certificate: string },
): Promise<Balancer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const servers = Object.fromEntries(ports.map((each, index) => [`SANGAM_${index + 1}`, `127.0.0.1:${each}`]));
  const secured = tls && { BALANCER_CERT: tls.certificate, BALANCER_TLS_BIND: `127.0.0.1:${tls.port}` };
  const child = spawn('haproxy', ['-db', '-f', balancerFile], {
    env: { ...process.env, ...servers, ...secured, BALANCER_BIND: `127.0.0.1:${port}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const close = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended:\n${output}`);
    const response = await fetch(`${url}/readyz`, { redirect: 'manual' });
    if (response.status !== (tls ? 301 : 200)) throw new Error(`the balancer answers ${response.status}`);
  }).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    url,
    output: () => output,
    close,
  };
}

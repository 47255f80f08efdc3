import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { onServer, withDatabase } from '../database/template.js';
import { type Balancer, startBalancer } from './balancer.js';
import { freePort, type ServerProcess, spawnServer } from './process.js';

const template = inject('template');

export interface ClusterServer {
  port: number;
  /** The server's own address, which bypasses the balancer. */
  url: string;
  process: ServerProcess;
  /** Reads a metric without labels from the server. */
  metric(name: string): Promise<number>;
  /** Starts the server again on the same port after it has ended. */
  start(): Promise<void>;
}

export interface Cluster {
  servers: ClusterServer[];
  balancer: Balancer;
  databaseUrl: string;
  close(): Promise<void>;
}

export const METRICS_TOKEN = 'for-the-tests-only';

/** Starts server processes on one empty PostgreSQL database and one Redis, behind the project's balancer. */
export async function startCluster(size: number, env: Record<string, string> = {}): Promise<Cluster> {
  if (template.kind !== 'postgres') throw new Error('a cluster needs PostgreSQL');
  const { url } = template;
  const name = `sangam_cluster_${randomBytes(6).toString('hex')}`;
  await onServer(url, `CREATE DATABASE ${name}`);
  const folder = await mkdtemp(join(tmpdir(), 'sangam-cluster-'));
  const settings = {
    DATABASE_URL: withDatabase(url, name),
    REDIS_URL: inject('redisUrl') ?? '',
    // One secret for all servers, created by the first, as in docker-compose.yml.
    JWT_SECRET_FILE: join(folder, 'jwt-secret'),
    TRUST_PROXY: 'on',
    METRICS_TOKEN,
    // Otherwise files such as email would go to ./data.
    DATA_DIR: folder,
    ...env,
  };
  const ports = await Promise.all(Array.from({ length: size }, () => freePort()));
  const servers = ports.map((port): ClusterServer => {
    const spawned = () => spawnServer({ ...settings, PORT: String(port) });
    const server: ClusterServer = {
      port,
      url: `http://127.0.0.1:${port}`,
      process: spawned(),
      async metric(name) {
        const response = await fetch(`${server.url}/metrics`, {
          headers: { authorization: `Bearer ${METRICS_TOKEN}` },
        });
        const line = (await response.text()).split('\n').find((each) => each.startsWith(`${name} `));
        if (line === undefined) throw new Error(`no metric ${name}`);
        return Number(line.slice(name.length));
      },
      async start() {
        server.process = spawned();
        await server.process.listening;
      },
    };
    return server;
  });
  const stopServers = async () => {
    for (const server of servers) server.process.child.kill('SIGKILL');
    await Promise.all(servers.map((server) => server.process.exited));
  };
  try {
    await Promise.all(servers.map((server) => server.process.listening));
    const balancer = await startBalancer(servers.map((server) => server.port));
    return {
      servers,
      balancer,
      databaseUrl: settings.DATABASE_URL,
      async close() {
        await balancer.close();
        await stopServers();
        await onServer(url, `DROP DATABASE ${name} WITH (FORCE)`);
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await stopServers();
    throw error;
  }
}

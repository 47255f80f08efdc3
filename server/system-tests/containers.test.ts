import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { balancerFile } from '@sangam/testing/servers/balancer';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Config, readConfig } from '../src/config.js';

/** The parts of docker-compose.yml that these tests read. */
interface Service {
  build?: string;
  image?: string;
  environment?: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  stop_grace_period?: string;
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, null>;
}

const root = new URL('../../', import.meta.url);
const read = (name: string) => readFile(new URL(name, root), 'utf8');
const compose = async (): Promise<Compose> => parse(await read('docker-compose.yml'), { merge: true });
/** A value as Compose fills it in where the variable is not set: `${NAME:-default}`. */
const withDefaults = (value: string) => value.replace(/\$\{\w+:-([^}]*)\}/gu, '$1');
const SERVERS = ['sangam-1', 'sangam-2'];

describe('docker-compose.yml', () => {
  it('needs no setting before the first start', async () => {
    for (const variable of (await read('docker-compose.yml')).match(/\$\{[^}]*\}/gu) ?? [])
      expect(variable).toMatch(/^\$\{\w+:-/u);
  });

  it('starts PostgreSQL, Redis, a mail catcher, two servers and a balancer, each after its dependencies', async () => {
    const { services, volumes } = await compose();
    expect(Object.keys(services).sort()).toEqual(['balancer', 'mail', 'postgres', 'redis', ...SERVERS]);
    for (const [name, { build, image, depends_on = {}, volumes: mounts = [] }] of Object.entries(services)) {
      expect(build ?? image, name).toBeDefined();
      for (const [needed, { condition }] of Object.entries(depends_on)) {
        const health = services[needed]?.build === '.' ? await read('Dockerfile') : services[needed]?.healthcheck;
        expect(condition).toBe('service_healthy');
        expect(health, `${name} waits for ${needed}, which says whether it is healthy`).toBeDefined();
      }
      for (const mount of mounts) {
        const [source = ''] = mount.split(':');
        if (!source.startsWith('.')) expect(Object.keys(volumes)).toContain(source);
      }
    }
    expect(Object.keys(services.balancer?.depends_on ?? {})).toEqual(SERVERS);
  });

  it('gives the servers settings that exist, and that they start with', async () => {
    const { services } = await compose();
    const documented = new Set([...(await read('.env.example')).matchAll(/^(\w+)=/gmu)].map(([, name]) => name));
    const configs = SERVERS.map((name): Config => {
      const { environment = {} } = services[name] as Service;
      for (const setting of Object.keys(environment)) expect(documented).toContain(setting);
      const env = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, withDefaults(value)]));
      return readConfig({ NODE_ENV: 'production', DATA_DIR: '/data', ...env });
    });
    const [one, two] = configs;
    expect(one).toEqual(two);
    expect(one).toMatchObject({ proxies: 1, jwtSecret: null, jwtSecretFile: '/data/jwt-secret', metricsToken: null });
    // Each address names a service, and the secret is where both servers find it.
    for (const address of [one?.databaseUrl, one?.redisUrl, one?.smtpUrl])
      expect(Object.keys(services)).toContain(new URL(address ?? '').hostname);
    for (const name of SERVERS) expect(services[name]?.volumes).toEqual(['sangam:/data']);
    expect(services.balancer?.ports).toEqual([`${new URL(one?.publicUrl ?? '').port}:8080`]);
  });

  it('takes every other setting from the environment, except addresses and folders inside of the container', async () => {
    const { services } = await compose();
    const { environment = {} } = services['sangam-1'] as Service;
    const ownSettings = ['PORT', 'HOST', 'DATA_DIR', 'FILES_DIR', 'PAGES_DIR'];
    const settings = [...(await read('.env.example')).matchAll(/^(\w+)=/gmu)].map(([, name = '']) => name);
    expect(Object.keys(environment).sort()).toEqual(settings.filter((name) => !ownSettings.includes(name)).sort());
  });

  it('mounts the balancer’s configuration that balancer.test.ts runs, which knows the servers by their names', async () => {
    const { services } = await compose();
    const [mount = ''] = services.balancer?.volumes ?? [];
    const [source = '', target] = mount.split(':');
    expect(fileURLToPath(new URL(source, root))).toBe(balancerFile);
    expect(target).toBe('/usr/local/etc/haproxy/haproxy.cfg');
    const balancer = await readFile(balancerFile, 'utf8');
    expect(balancer).toContain('BALANCER_BIND-:8080');
    for (const name of SERVERS) expect(balancer).toContain(`-${name}:3000}`);
  });

  it('leaves the servers time to stop', async () => {
    const { services } = await compose();
    for (const name of SERVERS)
      expect(Number.parseInt(services[name]?.stop_grace_period ?? '', 10)).toBeGreaterThan(10);
  });
});

describe('Dockerfile', () => {
  it('builds separately from what it ships, runs as an unprivileged user, and has a health check', async () => {
    const text = await read('Dockerfile');
    const stages = text.split(/^FROM /mu).slice(1);
    expect(stages).toHaveLength(2);
    for (const stage of stages) expect(stage).toMatch(/^node:24-slim\b/u);
    const shipped = stages[1] ?? '';
    expect(shipped).toMatch(/^USER node$/mu);
    expect(shipped).toMatch(/^HEALTHCHECK .*\n.*\/healthz/mu);
    expect(shipped).toMatch(/^CMD \["node", "server\/dist\/main\.js"\]$/mu);
  });

  it('copies the files that a server needs to start, and nothing that the repository does not have', async () => {
    const ignored = (await read('.dockerignore')).split('\n');
    for (const needed of ['migrations', 'server', 'client', 'shared', 'package-lock.json']) {
      expect(ignored).not.toContain(needed);
      await expect(readFile(new URL(`${needed}/`, root)).catch((error) => error.code)).resolves.not.toBe('ENOENT');
    }
  });

  it('leaves out settings, data, backups and certificates, as do commits', async () => {
    const inImages = (await read('.dockerignore')).split('\n');
    const inCommits = (await read('.gitignore')).split('\n').map((line) => line.replace(/\/$/u, ''));
    // The names that operations.md and the commands give them.
    for (const secret of ['.env', 'data', 'data-*', 'sangam-backup-*', 'certs']) {
      expect(inImages).toContain(secret);
      expect(inCommits).toContain(secret);
    }
  });

  it('leaves out the load tester, the benches and the test helpers', async () => {
    const ignored = (await read('.dockerignore')).split('\n');
    const { workspaces } = JSON.parse(await read('package.json')) as { workspaces: string[] };
    const shipped = ['shared', 'server', 'client'];
    for (const workspace of workspaces.filter((name) => !shipped.includes(name)))
      expect(ignored).toContain(workspace.split('/')[0]);
    // Installed from the lock file before the sources are copied: only these workspaces are there to install.
    const copied = [...(await read('Dockerfile')).matchAll(/^COPY (\w+)\/package\.json/gmu)].map(([, name]) => name);
    expect(copied).toEqual(shipped);
  });
});

import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mailbox, openMailbox } from '@sangam/testing/mailbox';
import { type Balancer, hasBalancer, startBalancer } from '@sangam/testing/servers/balancer';
import { freePort } from '@sangam/testing/servers/process';
import { startTestServer, type TestMember, type TestServer } from '@sangam/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A certificate for 127.0.0.1 and its key, in one file as HAProxy reads it. */
function selfSigned(folder: string): string {
  const file = join(folder, 'site.pem');
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync('openssl', [...args, ...subject, '-keyout', file, '-out', `${file}.crt`], { stdio: 'ignore' });
  execFileSync('sh', ['-c', 'cat "$0.crt" >> "$0"', file]);
  return file;
}

describe.runIf(hasBalancer())('a server behind the balancer that ends TLS', () => {
  let folder: string;
  let mailbox: Mailbox;
  let server: TestServer;
  let balancer: Balancer;
  let ca: Buffer;
  let url: string;
  let asha: TestMember;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sangam-tls-'));
    const certificate = selfSigned(folder);
    ca = await readFile(`${certificate}.crt`);
    const port = await freePort();
    url = `https://127.0.0.1:${port}`;
    mailbox = await openMailbox();
    const github = { GITHUB_CLIENT_ID: 'github-id', GITHUB_CLIENT_SECRET: 'github-secret' };
    const env = { PUBLIC_URL: url, TRUST_PROXY: 'on', SMTP_URL: mailbox.url, ...github };
    server = await startTestServer({ env });
    balancer = await startBalancer([Number(new URL(server.url).port)], { port, certificate });
    asha = await server.signUp('Asha');
  });
  afterAll(async () => {
    await balancer.close();
    await server.close();
    await mailbox.close();
    await rm(folder, { recursive: true, force: true });
  });

  const call = (method: string, path: string, body?: unknown) =>
    new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
      const sent = request(`${url}${path}`, { ca, method, headers: { 'content-type': 'application/json' } });
      sent.once('error', reject).once('response', (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.once('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
      });
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });

  it('serves the page, tells browsers to keep using HTTPS, and redirects plain HTTP', async () => {
    const page = await call('GET', '/');
    expect(page.status).toBe(200);
    expect(page.text).toContain('<div id="root">');
    expect(page.headers['strict-transport-security']).toMatch(/^max-age=31536000/u);
    expect(page.headers['content-security-policy']).toContain(url.replace('https', 'wss'));
    const plain = await fetch(`${balancer.url}/projects?page=2`, { redirect: 'manual' });
    expect(plain.status).toBe(301);
    expect(plain.headers.get('location')).toBe(`${balancer.url.replace('http', 'https')}/projects?page=2`);
  });

  it.each([['websocket'], ['polling'], ['polling', 'websocket']])('connects sockets by %s', async (...transports) => {
    const bina = await server.signUp();
    const through = { ca, transports, extraHeaders: { origin: url } };
    const [hers, his] = await Promise.all([asha, bina].map((member) => server.connect(member, through, url)));
    const received = new Promise<string>((resolve) => his?.once('message:new', ({ content }) => resolve(content)));
    const message = { receiver_id: bina.id, content: 'over TLS', client_id: randomUUID() };
    expect(await hers?.timeout(5_000).emitWithAck('message:send', message)).toMatchObject({ ok: true });
    expect(await received).toBe('over TLS');
  });

  it('carries a WebSocket within HTTP/2, as browsers ask for it', async () => {
    const session = connectHttp2(url, { ca });
    await new Promise((resolve) => session.once('remoteSettings', resolve));
    const stream = session.request(
      {
        ':method': 'CONNECT',
        ':protocol': 'websocket',
        ':path': '/socket.io/?EIO=4&transport=websocket',
        origin: url,
        'sec-websocket-version': '13',
      },
      { endStream: false },
    );
    const status = await new Promise((resolve, reject) =>
      stream.once('response', (headers) => resolve(headers[':status'])).once('error', reject),
    );
    const first = await new Promise((resolve) => stream.once('data', resolve));
    session.destroy();
    expect(status).toBe(200);
    expect(String(first)).toContain('0{"sid"');
  });

  it('creates addresses and cookies that are secure', async () => {
    expect((await call('POST', '/api/auth/forgot-password', { email: asha.email })).status).toBe(200);
    const { link } = await mailbox.newest(asha.email);
    expect(link.origin).toBe(url);
    const { headers } = await call('GET', '/api/auth/github');
    const callback = new URL(String(headers.location)).searchParams.get('redirect_uri');
    expect(callback).toBe(`${url}/api/auth/github/callback`);
    expect(String(headers['set-cookie'])).toMatch(/^__Host-sangam_flow=.*; Secure/u);
  });
});

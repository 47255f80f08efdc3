import { execFileSync } from 'node:child_process';
import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, createServer } from 'node:https';
import type { LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WebPushNetwork } from '@sangam/server/notices/web-push/network';
import { listenHere } from './servers/listening.js';

/** A delivered push: its decrypted content and its sender. */
export interface Delivered {
  device: string;
  notice: Record<string, unknown>;
  urgency: string | undefined;
  topic: string | undefined;
}

/** A browser's subscription, with the pushes sent to it. */
export interface Device {
  body: { endpoint: string; p256dh: string; auth: string; shows_text: boolean };
  /** Delivered pushes, oldest first. */
  delivered(): Delivered[];
  /** The number of requests to push to this device, including refused ones. */
  requestCount(): number;
}

export interface WebPushService {
  /** A network on which the server under test reaches only this service. */
  network: WebPushNetwork;
  /** Environment variables with which a server process reaches this service at `PUBLIC_ORIGIN`. */
  env: Record<string, string>;
  subscribe(showsText?: boolean): Device;
  /** Gives a device new keys under its address. */
  renew(device: Device): Device;
  /** Sets the status (201 by default) and Retry-After of the following answers. */
  answerWith(status: number, retryAfter?: string): void;
  /** Holds back answers until the returned function is called. */
  hold(): () => void;
  /** The number of requests to push to any device. */
  requestCount(): number;
  close(): Promise<void>;
}

/** Resolves every name to this machine. */
export const lookupHere: LookupFunction = (_, { all }, done) =>
  all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4);

const PUBLIC_ORIGIN = 'https://push.test';

/** Returns the code that a server process loads before it starts, which redirects requests for `PUBLIC_ORIGIN` to the service. */
const redirectingCode = (to: string, ca: string): string => `
  import https from 'node:https';
  import { syncBuiltinESMExports } from 'node:module';
  const { request } = https;
  const agent = new https.Agent({ keepAlive: true, maxSockets: 16, ca: ${JSON.stringify(ca)} });
  https.request = (url, options, ...rest) =>
    String(url).startsWith('${PUBLIC_ORIGIN}/')
      ? request(String(url).replace('${PUBLIC_ORIGIN}', '${to}'), { ...options, agent }, ...rest)
      : request(url, options, ...rest);
  syncBuiltinESMExports();`;

/**
 * Starts a push service like those of browser vendors (RFC 8030): over TLS, it checks the sender's signature (RFC 8292) and decrypts
 * (RFC 8291). `forProcesses`: for server processes, through `env`. `host`: the name of a vendor's service that it stands for.
 */
export async function openPushService({ forProcesses = false, host = '127.0.0.1' } = {}): Promise<WebPushService> {
  const folder = mkdtempSync(join(tmpdir(), 'push-'));
  const [key, certificate] = [join(folder, 'key'), join(folder, 'certificate')];
  const subject = [
    '-subj',
    '/CN=push.test',
    '-addext',
    `subjectAltName=IP:127.0.0.1${host === '127.0.0.1' ? '' : `,DNS:${host}`}`,
  ];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const files = ['-nodes', '-keyout', key, '-out', certificate, '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...curve, ...files, ...subject], { stdio: 'ignore' });
  const tls = { key: readFileSync(key), cert: readFileSync(certificate) };
  rmSync(folder, { recursive: true });

  const browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; secret: Buffer }>();
  const delivered: Delivered[] = [];
  let status = 201;
  let retryHeaders: { 'retry-after'?: string } = {};
  const requestedDevices: string[] = [];
  let held = Promise.resolve();
  const server = createServer(tls, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const device = (request.url ?? '').slice(1);
      requestedDevices.push(device);
      const browser = browsers.get(device);
      const answer = browser === undefined ? 410 : isSigned(request.headers.authorization, publicOrigin) ? status : 403;
      if (browser !== undefined && answer === 201) {
        const { urgency, topic } = request.headers as Record<string, string | undefined>;
        delivered.push({ device, notice: JSON.parse(decrypt(Buffer.concat(chunks), browser)), urgency, topic });
      }
      void held.then(() => response.writeHead(answer, { 'content-length': 0, ...retryHeaders }).end());
    });
  });
  const port = await listenHere(server);
  const origin = `https://127.0.0.1:${port}`;
  const publicOrigin = forProcesses ? PUBLIC_ORIGIN : `https://${host}:${port}`;
  const agent = new Agent({ keepAlive: true, ca: tls.cert, lookup: lookupHere });
  const preload = encodeURIComponent(redirectingCode(origin, tls.cert.toString())).replaceAll("'", '%27');

  const open = (device: string, shows_text: boolean): Device => {
    const ecdh = createECDH('prime256v1');
    const p256dh = ecdh.generateKeys('base64url');
    const secret = randomBytes(16);
    browsers.set(device, { ecdh, secret });
    const body = { endpoint: `${publicOrigin}/${device}`, p256dh, auth: secret.toString('base64url'), shows_text };
    return {
      body,
      delivered: () => delivered.filter((entry) => entry.device === device),
      requestCount: () => requestedDevices.filter((requested) => requested === device).length,
    };
  };

  return {
    network: { agent, allows: (endpoint) => endpoint.origin === publicOrigin },
    env: { NODE_OPTIONS: `--import=data:text/javascript,${preload}` },
    subscribe: (shows_text = false) => open(randomBytes(12).toString('hex'), shows_text),
    renew: ({ body }) => open(new URL(body.endpoint).pathname.slice(1), body.shows_text),
    answerWith(next, retryAfter) {
      status = next;
      retryHeaders = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    },
    hold() {
      let release = () => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    requestCount: () => requestedDevices.length,
    async close() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const hmac = (key: Buffer, ...data: Buffer[]) => createHmac('sha256', key).update(Buffer.concat(data)).digest();

/** Decrypts `aes128gcm` (RFC 8188) with the keys of RFC 8291; a push is one record. */
function decrypt(body: Buffer, { ecdh, secret }: { ecdh: ReturnType<typeof createECDH>; secret: Buffer }): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey, Buffer.from([1])]);
  const input = hmac(hmac(secret, ecdh.computeSecret(senderKey)), info);
  const extracted = hmac(salt, input);
  const contentKey = hmac(extracted, Buffer.from('Content-Encoding: aes128gcm\0\x01')).subarray(0, 16);
  const nonce = hmac(extracted, Buffer.from('Content-Encoding: nonce\0\x01')).subarray(0, 12);
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** Whether the sender's token is for this service, valid, and signed with its own key. */
function isSigned(header: string | undefined, origin: string): boolean {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/u.exec(header ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65) return false;
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } });
  const { aud, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; exp: number };
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return isValid && aud === origin && exp * 1_000 > Date.now();
}

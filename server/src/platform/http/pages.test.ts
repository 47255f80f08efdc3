import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startTestServer, type TestServer } from '@sangam/testing/test-server';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientBuild, registerPages } from './pages.js';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** As a browser asks, with nothing decoded on the way. */
async function fetchRaw(
  path: string,
  encodings: string,
): Promise<{ headers: IncomingMessage['headers']; body: Buffer }> {
  const headers = { accept: 'text/html', 'accept-encoding': encodings };
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(`${server.url}${path}`, { headers }, resolve).on('error', reject),
  );
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { headers: response.headers, body: Buffer.concat(chunks) };
}
/** The page's first script. */
const asset = () => {
  const [, path] =
    /<script type="module"[^>]* src="([^"]+)"/u.exec(readFileSync(join(clientBuild, 'index.html'), 'utf8')) ?? [];
  return path ?? 'none';
};
const plain = (bytes: Buffer) => bytes;

describe('the web application', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', undefined, plain],
    ['zstd', undefined, plain],
  ])('arrives in an encoding that the browser can read: %s', async (encodings, encoding, decode) => {
    for (const [path, file] of [
      [asset(), asset()],
      ['/dashboard', '/index.html'],
    ] as const) {
      const { headers, body } = await fetchRaw(path, encodings);
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers.vary).toMatch(/\bAccept-Encoding\b/u);
      const source = readFileSync(join(clientBuild, file));
      expect(decode(body).equals(source)).toBe(true);
      if (encoding !== undefined) expect(body.length).toBeLessThan(source.length * 0.6);
    }
  });

  it('caches hashed files for a year, and revalidates those with a fixed address', async () => {
    expect((await fetchRaw(asset(), 'br')).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    for (const path of ['/', '/dashboard', '/boot.js'])
      expect((await fetchRaw(path, 'br')).headers['cache-control']).toBe('no-cache');
    for (const path of ['/reset-password?token=x', '/verify-email?token=x'])
      expect((await fetchRaw(path, 'br')).headers['cache-control']).toBe('no-store');
    expect((await fetchRaw('/', 'br')).headers.vary?.split(', ')).toEqual(['Origin', 'Accept-Encoding', 'Accept']);
  });

  it('names the files of a page in a header, those in the page itself first', async () => {
    const filesOf = async (path: string) => {
      const { link = '' } = (await fetchRaw(path, 'br')).headers;
      // A proxy's buffer for all headers of an answer is often 4 kB.
      expect(String(link).length).toBeLessThan(2_500);
      return Array.from(String(link).matchAll(/<([^>]+)>/gu), ([, file = '']) => file);
    };
    const page = readFileSync(join(clientBuild, 'index.html'), 'utf8');
    const inPage = Array.from(
      page.matchAll(/<(?:script|link rel="(?:modulepreload|stylesheet)")[^>]* (?:src|href)="([^"]+)"/gu),
      ([, file = '']) => file,
    );
    const project = await filesOf('/projects/7');
    expect(new Set(project.slice(0, inPage.length))).toEqual(new Set(inPage));
    expect(project.length).toBeGreaterThan(inPage.length + 3);
    for (const file of project) expect((await fetchRaw(file, 'br')).headers['cache-control'], file).toBeDefined();
    expect(await filesOf('/projects/8?from=/dashboard')).toEqual(project);
    expect(await filesOf('/dashboard')).not.toEqual(project);
    for (const path of ['/projects/7/none', '/reset-password?token=x', '/.preloads.json'])
      expect(await filesOf(path)).toEqual([]);
  });

  it('is not the answer to a missing asset or a call', async () => {
    for (const path of ['/assets/none.js', '/api/none', '/socket.io/none'])
      expect((await fetchRaw(path, 'br')).headers['content-type'], path).toMatch(/^application\/json/u);
  });
});

it('serves a new build while the server runs', async () => {
  const app = fastify();
  await registerPages(app, { serviceWorker: true, publicUrl: server.url });
  const name = `/assets/${randomUUID()}.js`;
  const file = join(clientBuild, name);
  try {
    await app.ready();
    writeFileSync(file, 'late');
    const { headers, body } = await app.inject(name);
    expect(body).toBe('late');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  } finally {
    rmSync(file, { force: true });
    await app.close();
  }
});

describe('an installed application', () => {
  const manifest = JSON.parse(readFileSync(join(clientBuild, 'manifest.webmanifest'), 'utf8')) as {
    icons: { src: string; sizes: string; type: string }[];
  };

  it('gets the manifest with its type, revalidated, and each of its icons', async () => {
    const { headers, body } = await fetchRaw('/manifest.webmanifest', 'identity');
    expect(headers['content-type']).toMatch(/^application\/manifest\+json/u);
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toContain("manifest-src 'self'");
    expect(JSON.parse(body.toString())).toEqual(manifest);
    for (const { src, sizes, type } of [
      ...manifest.icons,
      { src: '/icons/apple-touch-icon.png', sizes: '180x180', type: 'image/png' },
    ]) {
      const icon = await fetchRaw(src, 'identity');
      expect(icon.headers['content-type'], src).toBe(type);
      // A PNG has its width and height from its 16th byte on.
      expect(`${icon.body.readUInt32BE(16)}x${icon.body.readUInt32BE(20)}`, src).toBe(sizes);
    }
  });
});

describe('the service worker', () => {
  const list = () => {
    const [line = ''] = readFileSync(join(clientBuild, 'sw.js'), 'utf8').split('\n');
    return JSON.parse(line.replace(/^const VERSION = |;$/gu, '')) as {
      version: string;
      files: { url: string; integrity: string }[];
    };
  };

  it('is revalidated, and every file that it stores is served as it was built', async () => {
    const { headers } = await fetchRaw('/sw.js', 'br');
    expect(headers['content-type']).toMatch(/^(?:text|application)\/javascript/u);
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toContain("worker-src 'self'");
    const { version, files } = list();
    expect(files.map(({ url }) => url)).toEqual(expect.arrayContaining(['/', '/boot.js', asset()]));
    for (const { url, integrity } of files) {
      const { body } = await fetchRaw(url, 'identity');
      expect(`sha256-${createHash('sha256').update(body).digest('base64')}`, url).toBe(integrity);
    }
    expect((await fetchRaw('/', 'identity')).body.toString()).toContain(`data-version="${version}"`);
  });

  it('removes itself where the operator has disabled it', async () => {
    const app = fastify();
    await registerPages(app, { serviceWorker: false, publicUrl: server.url });
    const { headers, body } = await app.inject('/sw.js');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-type']).toMatch(/^text\/javascript/u);
    expect(body).toContain('registration.unregister()');
    expect((await app.inject('/boot.js')).body).toContain('theme');
    await app.close();
  });
});

describe('a program that prefers no page', () => {
  const router = readFileSync(new URL('../../../../client/src/app/router.tsx', import.meta.url), 'utf8');
  const paths = [...router.matchAll(/path="([^"*]+)"/gu)]
    .map(([, path = '']) => path.replace(/:\w+\??/u, '7'))
    // A call of the specification has the same path.
    .filter((path) => path !== '/projects/7');
  const crawlers = ['curl/8.5.0', 'WhatsApp/2.23.20.0', 'facebookexternalhit/1.1', 'Googlebot/2.1'];

  it.each(['GET', 'HEAD'])('gets every page by %s', async (method) => {
    expect(paths.length).toBeGreaterThan(10);
    for (const path of [...paths, '/messages', '/moderation', '/projects?search=a'])
      for (const agent of crawlers) {
        const headers = { accept: '*/*', 'user-agent': agent };
        const answer = await fetch(`${server.url}${path}`, { method, headers });
        expect(answer.status, `${method} ${path}`).toBe(200);
        expect(answer.headers.get('content-type')).toContain('text/html');
        expect((await answer.text()).includes('<div id="root">')).toBe(method === 'GET');
      }
  });

  it('gets the error envelope for other paths', async () => {
    for (const path of ['/none', '/projects/7/none', '/messages/7/8', '/assets/none.js', '/api/none']) {
      const answer = await fetch(`${server.url}${path}`, { headers: { accept: '*/*' } });
      expect(answer.status, path).toBe(404);
      expect(await answer.json()).toMatchObject({ success: false, code: 'NOT_FOUND' });
    }
  });
});

it('search engines get rules and a list of pages', async () => {
  const robots = await fetch(`${server.url}/robots.txt`);
  expect(robots.status).toBe(200);
  expect(robots.headers.get('content-type')).toContain('text/plain');
  const text = await robots.text();
  expect(text).toContain('Disallow: /messages');
  const [, sitemap = ''] = /^Sitemap: (.+)$/mu.exec(text) ?? [];
  const map = await fetch(`${server.url}${new URL(sitemap).pathname}`);
  expect(map.headers.get('content-type')).toContain('application/xml');
  expect(await map.text()).toContain('/projects</loc>');
});

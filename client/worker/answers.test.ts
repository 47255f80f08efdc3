import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerFile, answerHashed, answerPage, kindOf } from './answers';

const ORIGIN = 'https://example.org';
const navigation = (path: string, method = 'GET') =>
  kindOf({ method, mode: 'navigate', url: `${ORIGIN}${path}` }, ORIGIN);
const call = (path: string, method = 'GET') => kindOf({ method, mode: 'cors', url: `${ORIGIN}${path}` }, ORIGIN);

/** The application’s routes, read from the router. */
const routes = [
  ...readFileSync(fileURLToPath(new URL('../src/app/router.tsx', import.meta.url)), 'utf8').matchAll(
    /path="([^"*]+)"/gu,
  ),
].map(([, path = '']) => path.replace(/:\w+\??/u, '7'));
const secret = ['/oauth-success', '/reset-password', '/verify-email'];

describe('the worker answers', () => {
  it('each page of the application, except those with a one-time code', () => {
    expect(routes.length).toBeGreaterThan(10);
    for (const path of routes) expect(navigation(path), path).toBe(secret.includes(path) ? null : 'page');
    expect(navigation('/messages')).toBe('page');
    expect(navigation('/projects?search=a#b')).toBe('page');
  });

  it('the files of the application', () => {
    expect(call('/assets/index-DAx9gQsg.js')).toBe('hashed');
    for (const path of ['/boot.js', '/favicon.svg']) expect(call(path), path).toBe('file');
  });
});

describe('the worker leaves alone', () => {
  it.each([
    '/api/auth/me',
    '/api/auth/google',
    '/api/auth/google/callback?code=x',
    '/api/docs',
    '/socket.io/?EIO=4&transport=polling',
    '/healthz',
    '/readyz',
    '/metrics',
    '/sw.js',
    '/manifest.webmanifest',
    '/docs',
    '/projects/7/none',
    '/oauth-success?code=x',
    '/reset-password?token=x',
    '/verify-email?token=x',
  ])('%s, as a page and as a call', (path) => {
    expect(navigation(path)).toBeNull();
    expect(call(path)).toBeNull();
  });

  it('a call that shares its path with a page', () => {
    expect(call('/projects/7')).toBeNull();
    expect(call('/projects/7/connect', 'POST')).toBeNull();
    expect(call('/', 'HEAD')).toBeNull();
    expect(navigation('/login', 'POST')).toBeNull();
  });

  it('other hosts', () => {
    expect(kindOf({ method: 'GET', mode: 'navigate', url: 'https://other.example/' }, ORIGIN)).toBeNull();
    expect(kindOf({ method: 'GET', mode: 'cors', url: 'https://other.example/assets/a.js' }, ORIGIN)).toBeNull();
  });
});

describe('a page', () => {
  const version = { version: 'tested', files: [] };
  let stored: Response | undefined;
  let isStorageBroken = false;
  /** The storage answers nothing, or only once it is released. */
  let storage: Promise<void> | null = null;
  const requests: string[] = [];

  const page = (text: string, status = 200) => new Response(text, { status });
  /** A page whose connection is lost after a few bytes. */
  const cutPage = () => {
    const start = (body: ReadableStreamDefaultController) => {
      body.enqueue(new TextEncoder().encode('<!doc'));
      body.error(new TypeError('The connection was lost.'));
    };
    return new Response(new ReadableStream({ start }));
  };
  const never = new Promise<Response>(() => undefined);

  /** Makes a navigation with a preloaded response. `later` answers further requests, in order, each once. */
  function navigate(preloadResponse: Promise<Response | undefined>, ...later: (() => Promise<Response>)[]) {
    requests.length = 0;
    vi.stubGlobal('fetch', async ({ url }: Request) => {
      requests.push(url);
      return (later.shift() ?? (() => Promise.reject(new TypeError('No network'))))();
    });
    const match = async () => {
      await storage;
      if (isStorageBroken) throw new DOMException('The storage cannot be read.', 'UnknownError');
      return stored?.clone();
    };
    vi.stubGlobal('caches', { open: async () => ({ match }), match });
    const request = { url: `${ORIGIN}/messages` };
    return { request, preloadResponse, resultingClientId: 'tab' } as unknown as FetchEvent;
  }
  const textOf = async (answer: Promise<Response>) => (await answer).text();

  afterEach(() => {
    stored = undefined;
    isStorageBroken = false;
    storage = null;
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const failed: [string, () => Promise<Response>][] = [
    ['rejected', () => Promise.reject(new DOMException('The navigation was aborted.', 'AbortError'))],
    ['a network error, as in Firefox', async () => Response.error()],
    ['empty', async () => page('')],
    ['an answer for the browser’s own cache', async () => new Response(null, { status: 304 })],
    ['cut', async () => cutPage()],
  ];

  it.each(failed)('is requested again if its preload is %s', async (_, preload) => {
    stored = page('stored');
    const event = navigate(preload(), async () => page('asked again'));
    expect(await textOf(answerPage(version, event))).toBe('asked again');
  });

  it.each(failed)('is the stored one if its preload is %s and the server is away', async (_, preload) => {
    stored = page('stored');
    expect(await textOf(answerPage(version, navigate(preload())))).toBe('stored');
    expect(await textOf(answerPage(version, navigate(preload(), preload)))).toBe('stored');
  });

  it('is the preloaded one or, without a preload, a requested one, with one request', async () => {
    expect(await textOf(answerPage(version, navigate(Promise.resolve(page('early')))))).toBe('early');
    expect(requests).toEqual([]);
    const event = navigate(Promise.resolve(undefined), async () => page('asked'));
    expect(await textOf(answerPage(version, event))).toBe('asked');
    expect(requests).toHaveLength(1);
  });

  it('is the stored one while the server refuses or stays silent', async () => {
    stored = page('stored');
    for (const status of [429, 502, 503])
      expect(await textOf(answerPage(version, navigate(Promise.resolve(page('refused', status)))))).toBe('stored');
    vi.useFakeTimers();
    const answer = answerPage(version, navigate(never));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await textOf(answer)).toBe('stored');
  });

  it.each([
    ['gone', () => (stored = undefined)],
    ['empty', () => (stored = page(''))],
    ['unreadable', () => (isStorageBroken = true)],
  ])('still comes from the server if the stored one is %s', async (_, lose) => {
    lose();
    expect(await textOf(answerPage(version, navigate(Promise.resolve(page('refused', 503)))))).toBe('refused');
    await expect(answerPage(version, navigate(Promise.resolve(Response.error())))).rejects.toThrow();
    vi.useFakeTimers();
    const answer = answerPage(
      version,
      navigate(never, async () => page('asked again')),
    );
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await textOf(answer)).toBe('asked again');
  });

  const ends = (answer: Promise<Response>): Promise<string> => textOf(answer).catch(() => 'failed');

  it('still comes from the server if the storage never answers, and fails in the end if neither does', async () => {
    storage = new Promise(() => undefined);
    vi.useFakeTimers();
    const found = textOf(
      answerPage(
        version,
        navigate(never, async () => page('asked again')),
      ),
    );
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await found).toBe('asked again');
    const lost = ends(answerPage(version, navigate(Promise.reject(new TypeError('No network')))));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await lost).toBe('failed');
  });

  it('is the stored one if the storage answers late, and no server does', async () => {
    let release: () => void = () => undefined;
    storage = new Promise((resolve) => (release = resolve));
    stored = page('stored');
    vi.useFakeTimers();
    const [first, second] = [
      answerPage(version, navigate(Promise.reject(new TypeError('No network')))),
      answerHashed(version, navigate(never)),
    ];
    await vi.advanceTimersByTimeAsync(8_000);
    release();
    expect([await textOf(first), await textOf(second)]).toEqual(['stored', 'stored']);
  });

  it('from the server has its files from there, though the storage answers later', async () => {
    let release: () => void = () => undefined;
    storage = new Promise((resolve) => (release = resolve));
    stored = page('stored');
    vi.useFakeTimers();
    const found = answerPage(version, {
      ...navigate(never, async () => page('newer')),
      resultingClientId: 'newer',
    });
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await textOf(found)).toBe('newer');
    release();
    await vi.advanceTimersByTimeAsync(1_000);
    const file = answerFile(version, { ...navigate(never, async () => page('newer file')), clientId: 'newer' });
    expect(await textOf(file)).toBe('newer file');
  });

  it('has its files from the server if the storage never answers, and they fail in the end if neither does', async () => {
    storage = new Promise(() => undefined);
    vi.useFakeTimers();
    const found = textOf(
      answerHashed(
        version,
        navigate(never, async () => page('code')),
      ),
    );
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await found).toBe('code');
    const lost = ends(answerHashed(version, navigate(never)));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await lost).toBe('failed');
  });

  it('has its files from the server if the storage is unreadable', async () => {
    isStorageBroken = true;
    const event = navigate(never, async () => page('code'));
    expect(await textOf(answerHashed(version, event))).toBe('code');
  });
});

import { storedFile, storedPage, type Version } from './versions';

/** The kinds of requests that the worker answers. */
export type Kind = 'page' | 'hashed' | 'file';

/**
 * Matches the addresses of the application's pages (R1.1), except three that carry a one-time code or token and need the server. All other
 * addresses are left to the server: `/metrics`, the API's page, a download.
 */
const page =
  /^\/(?:login|signup|forgot-password|suspended|dashboard|work|welcome|profile|settings(?:\/[^/]+)?|analytics|collaborators|people\/[^/]+|privacy|terms|support|about|projects(?:\/[^/]+)?|messages(?:\/(?:c\/)?[^/]+)?|moderation(?:\/[^/]+)?)?$/u;

/** Files that the page names without a hash. */
const files: readonly string[] = ['/boot.js', '/favicon.svg'];

/**
 * Returns the kind of a request; null for requests that the worker leaves alone: API calls, sockets, other hosts. Some calls share their
 * path with a page (`GET /projects/{id}`); only a navigation is a page.
 */
export function kindOf({ method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>, origin: string): Kind | null {
  const { origin: host, pathname } = new URL(url);
  if (method !== 'GET' || host !== origin) return null;
  if (mode === 'navigate') return page.test(pathname) ? 'page' : null;
  if (pathname.startsWith('/assets/')) return 'hashed';
  return files.includes(pathname) ? 'file' : null;
}

/** A network that is slower than this is treated as if there were none. */
const NETWORK_WITHIN_MS = 3_000;
/** The network is asked for a file that the storage hasn't found by then … */
const STORAGE_WITHIN_MS = 3_000;
/** … and the storage given up, since that of some browsers may never answer. */
const STORAGE_GIVEN_UP_MS = 12_000;

/** Ids of tabs whose page came from the cache. Their files come from there too, so that both have the same version. */
const fromCache = new Set<string>();

/** The answer, or null when none arrived in time. */
const inTime = <Answer>(answer: Promise<Answer>, ms: number): Promise<Answer | null> =>
  Promise.race([answer.catch(() => null), new Promise<null>((resolve) => setTimeout(resolve, ms, null))]);

/** The answer of a slow storage. Rejects when it has found nothing, and when it never answers. */
async function foundLate(reading: Promise<Response | undefined>): Promise<Response> {
  const found = await inTime(reading, STORAGE_GIVEN_UP_MS);
  if (!found) throw new TypeError('The storage has not answered.');
  return found;
}

/**
 * Resolves to the page once all of it has arrived. Rejects if it is empty or ends early, which would show a white page, and for the network
 * error with which Firefox fulfils `preloadResponse` (other browsers reject it).
 */
async function wholePage(page: Response): Promise<Response> {
  // The browser follows a redirect itself; its body can't be read.
  if (page.type === 'opaqueredirect') return page;
  const { byteLength } = await page.clone().arrayBuffer();
  if (byteLength === 0) throw new TypeError(`The page is empty (status ${page.status}).`);
  return page;
}

/** The page, or undefined if there is none or not all of it. */
const ifWhole = (page: Response | undefined): Promise<Response | undefined> | undefined =>
  page && wholePage(page).catch(() => undefined);

/** Gets the page from the server, with another request if the browser's early one (navigation preload) was aborted or failed. */
async function askedPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const early: Promise<Response | undefined> = preloadResponse;
  return (await early.then(ifWhole, () => undefined)) ?? wholePage(await fetch(request));
}

/**
 * Answers with the server's page, so that a reload always shows the newest version. Without an answer, or while the server refuses (a
 * balancer has no server, an address sent too many requests), answers with the stored page. If that is gone and the early request hangs,
 * asks the server once more.
 */
export async function answerPage(version: Version, event: FetchEvent): Promise<Response> {
  const asked = askedPage(event);
  const answer = await inTime(asked, NETWORK_WITHIN_MS);
  if (answer !== null && answer.status < 500 && answer.status !== 429) return answer;
  const reading = storedPage(version).then(ifWhole);
  const stored = await inTime(reading, STORAGE_WITHIN_MS);
  if (!stored && answer !== null) return answer;
  let late: Response | undefined;
  const readLate = async () => {
    late = await foundLate(reading);
    return late;
  };
  const page = stored ?? (await Promise.any([asked, fetch(event.request).then(wholePage), readLate()]));
  // Not for a page of the server that was faster than the storage.
  if (page === stored || page === late) fromCache.add(event.resultingClientId);
  return page;
}

/** A file with a hash in its name never changes: it is fetched only when it is not stored. */
export async function answerHashed(version: Version, { request }: FetchEvent): Promise<Response> {
  const reading = storedFile(version, request.url);
  const stored = await inTime(reading, STORAGE_WITHIN_MS);
  return stored ?? Promise.any([fetch(request), foundLate(reading)]);
}

/** Any other file comes from the same source as its page. */
export async function answerFile(version: Version, event: FetchEvent): Promise<Response> {
  if (fromCache.has(event.clientId)) return answerHashed(version, event);
  const asked = fetch(event.request);
  const answer = await inTime(asked, NETWORK_WITHIN_MS);
  return answer ?? (await inTime(storedFile(version, event.request.url), STORAGE_WITHIN_MS)) ?? asked;
}

import { storedFile, storedPage, type Version } from './versions';

/** A network that has not answered by then is treated like none. */
const NETWORK_WITHIN_MS = 3_000;

/** Pages that came from the cache: what they name comes from there too, so that the two are of one version. */
const fromCache = new Set<string>();

/** The answer, or null when none came in time. */
const inTime = (answer: Promise<Response | undefined>): Promise<Response | null> =>
  Promise.race([
    answer.then(
      (response) => response ?? null,
      () => null,
    ),
    new Promise<null>((resolve) => setTimeout(resolve, NETWORK_WITHIN_MS, null)),
  ]);

/**
 * A page comes from the server, so that a reload always has the newest version; without one, or while it is refused (a balancer
 * knows of no server, an address has asked too often), it is the stored one.
 */
export async function answerPage(version: Version, event: FetchEvent): Promise<Response> {
  const asked = (event.preloadResponse as Promise<Response | undefined>).then((early) => early ?? fetch(event.request));
  const answer = await inTime(asked);
  if (answer !== null && answer.status < 500 && answer.status !== 429) return answer;
  const stored = await storedPage(version);
  if (stored === undefined) return answer ?? asked;
  fromCache.add(event.resultingClientId);
  return stored;
}

/** A file with a hash in its name never changes: it is fetched only when it is not stored. */
export const answerHashed = async (version: Version, { request }: FetchEvent): Promise<Response> =>
  (await storedFile(version, request.url)) ?? fetch(request);

/** Any other file comes from where its page came from. */
export async function answerFile(version: Version, event: FetchEvent): Promise<Response> {
  if (fromCache.has(event.clientId)) return answerHashed(version, event);
  const asked = fetch(event.request);
  return (await inTime(asked)) ?? (await storedFile(version, event.request.url)) ?? asked;
}

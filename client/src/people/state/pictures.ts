import { peopleLimits } from '@sangam/shared/people/limits';
import { blocks } from '../../contact/state/blocks';
import { request } from '../../core/api/client';
import { cachePart } from '../../core/offline/cached-parts';
import { onReset } from '../../core/store/reset';
import { monotonicMs } from '../../lib/clock';
import { pictureIn } from '../../lib/picture-in';
import { type ShownPicture, usePictures } from '../../ui/member-pictures';

/** Avatars and names that come into view within this time share one call. */
const GATHER_MS = 40;
/** A member's picture is fetched again after this time; most changes arrive as events. */
const FRESH_MS = 10 * 60_000;
/** Like `FRESH_MS`, after a failure. */
const RETRY_MS = 30_000;
/** A refresh doesn't repeat calls this recent. */
const JUST_FETCHED_MS = 5_000;
/** How many pictures are cached for a start without a network. */
const CACHED_MAX = 60;

/** The last call for each member's picture. Answers to earlier calls are outdated. */
const lastCalls = new Map<number, { atMs: number }>();
/** The member ids of the avatars and names in view, by element. */
const inView = new Map<Element, number>();
let isGathering = false;

onReset(() => {
  lastCalls.clear();
  usePictures.setState({ byId: {} });
});

const byId = () => usePictures.getState().byId;

/** Stores a member's picture: undefined if they have none, null if the reader may not see their page. */
const put = (id: number, picture: ShownPicture | null | undefined): void =>
  usePictures.setState({ byId: { ...byId(), [id]: picture } });

/**
 * Returns the picture as a data URL, null on failure. The browser may not store answers (`no-store`), so this page keeps the picture until
 * it is replaced or may no longer be seen.
 */
const fetchSmall = (address: string): Promise<string | null> =>
  fetch(address)
    .then(pictureIn)
    .then(async (picture) => {
      if (picture === null) return null;
      const bytes = new Uint8Array(await picture.arrayBuffer());
      return `data:image/webp;base64,${btoa(String.fromCharCode(...bytes))}`;
    })
    .catch(() => null);

async function fetchInView(): Promise<void> {
  isGathering = false;
  const ids = [...new Set(inView.values())]
    .filter((id) => !lastCalls.has(id) || monotonicMs() - (lastCalls.get(id)?.atMs ?? 0) > FRESH_MS)
    .slice(0, peopleLimits.picturesMax);
  if (ids.length === 0) return;
  const call = { atMs: monotonicMs() };
  for (const id of ids) lastCalls.set(id, call);
  fetchSoon();
  const isCurrent = (id: number) => lastCalls.get(id) === call;
  const answer = await request('GET /api/pictures', { query: { ids: ids.join(',') } });
  await Promise.all(
    ids.filter(isCurrent).map(async (id) => {
      const found = answer.ok && answer.value.data.pictures.find((picture) => picture.id === id);
      if (answer.ok && !found) return put(id, answer.value.data.without_page?.includes(id) ? null : undefined);
      const known = byId()[id];
      const small = found && (known?.picture === found.picture ? known.small : await fetchSmall(found.small_url));
      if (!isCurrent(id)) return;
      if (found && small) put(id, { picture: found.picture, small, large: found.url });
      // Retried after `RETRY_MS` or with the next refresh. Retrying at once would loop while offline, where each call fails at once.
      else lastCalls.set(id, { atMs: monotonicMs() - FRESH_MS + RETRY_MS });
    }),
  );
}

function fetchSoon(): void {
  if (isGathering) return;
  isGathering = true;
  setTimeout(() => void fetchInView(), GATHER_MS);
}

/** Fetches the picture of one member or of all again: at once for those in view, for the others when they come into view. */
export function fetchPicturesAgain(only?: number): void {
  for (const [id, { atMs }] of lastCalls)
    if (only === undefined ? monotonicMs() - atMs > JUST_FETCHED_MS : id === only) lastCalls.delete(id);
  fetchSoon();
}

/** Shows pictures in the avatars that come into view, until `signal` aborts. */
export function showPictures(signal: AbortSignal): void {
  const waiting = new Map<Element, number>();
  let observer: IntersectionObserver | undefined;
  const onSeen = (entries: IntersectionObserverEntry[]) => {
    for (const { target, isIntersecting } of entries) {
      const id = waiting.get(target);
      if (id === undefined || !isIntersecting) continue;
      inView.set(target, id);
      fetchSoon();
    }
  };
  usePictures.setState({
    follow(id, element) {
      observer ??= new IntersectionObserver(onSeen, { rootMargin: '200px' });
      waiting.set(element, id);
      observer.observe(element);
      return () => {
        observer?.unobserve(element);
        waiting.delete(element);
        inView.delete(element);
      };
    },
  });
  const stop = blocks.onChange(({ id }) => fetchPicturesAgain(id));
  signal.addEventListener('abort', () => {
    stop();
    usePictures.setState({ follow: null });
  });
}

cachePart<ReturnType<typeof byId>>({
  name: 'pictures',
  take: () =>
    Object.fromEntries(
      Object.entries(byId())
        .filter(([, picture]) => picture)
        .slice(-CACHED_MAX),
    ),
  show: (cached) => usePictures.setState({ byId: { ...cached, ...byId() } }),
  subscribe: usePictures.subscribe,
});

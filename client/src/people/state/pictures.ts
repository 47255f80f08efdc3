import { peopleLimits } from '@sangam/shared/people/limits';
import { blocks } from '../../contact/state/blocks';
import { request } from '../../core/api/client';
import { cachePart } from '../../core/offline/cached-parts';
import { onReset } from '../../core/store/reset';
import { monotonicMs } from '../../lib/clock';
import { type ShownPicture, usePictures } from '../../ui/member-pictures';

/** Those that come into view within this time share one call. */
const GATHER_MS = 40;
/** A member is asked about again after this time; most changes arrive as events before. */
const FRESH_MS = 10 * 60_000;
/** The same after a failure. */
const RETRY_MS = 30_000;
/** An answer this new has seen what a refresh is for. */
const JUST_ASKED_MS = 5_000;
/** How many pictures are cached for a start without a network. */
const CACHED_MAX = 60;

/** The last call that asked about a member: an answer to an earlier one is outdated. */
const asked = new Map<number, { atMs: number }>();
/** The members whose avatar or name is in view, by its place. */
const inView = new Map<Element, number>();
let isGathering = false;

onReset(() => {
  asked.clear();
  usePictures.setState({ byId: {} });
});

const byId = () => usePictures.getState().byId;

/** Undefined for a member without a picture, null for one without a page. */
const put = (id: number, picture: ShownPicture | null | undefined): void =>
  usePictures.setState({ byId: { ...byId(), [id]: picture } });

/** The browser stores no answer (`no-store`): a picture stays here until it is replaced or may no longer be seen. */
const fetchSmall = (address: string): Promise<string | null> =>
  fetch(address)
    .then(async (answer) => {
      const bytes = new Uint8Array(await answer.arrayBuffer());
      return answer.ok ? `data:image/webp;base64,${btoa(String.fromCharCode(...bytes))}` : null;
    })
    .catch(() => null);

async function ask(): Promise<void> {
  isGathering = false;
  const ids = [...new Set(inView.values())]
    .filter((id) => !asked.has(id) || monotonicMs() - (asked.get(id)?.atMs ?? 0) > FRESH_MS)
    .slice(0, peopleLimits.picturesMax);
  if (ids.length === 0) return;
  const call = { atMs: monotonicMs() };
  for (const id of ids) asked.set(id, call);
  askSoon();
  const isCurrent = (id: number) => asked.get(id) === call;
  const answer = await request('GET /api/pictures', { query: { ids: ids.join(',') } });
  await Promise.all(
    ids.filter(isCurrent).map(async (id) => {
      const found = answer.ok && answer.value.data.pictures.find((picture) => picture.id === id);
      if (answer.ok && !found) return put(id, answer.value.data.without_page?.includes(id) ? null : undefined);
      const known = byId()[id];
      const small = found && (known?.picture === found.picture ? known.small : await fetchSmall(found.small_url));
      if (!isCurrent(id)) return;
      if (found && small) put(id, { picture: found.picture, small, large: found.url });
      // Asked again with the next refresh; offline each call fails at once, and asking at once would never end.
      else asked.set(id, { atMs: monotonicMs() - FRESH_MS + RETRY_MS });
    }),
  );
}

function askSoon(): void {
  if (isGathering) return;
  isGathering = true;
  setTimeout(() => void ask(), GATHER_MS);
}

/** Asks again about this member, or about all: those in view at once, the others when they come into view. */
export function fetchPicturesAgain(only?: number): void {
  for (const [id, { atMs }] of asked)
    if (only === undefined ? monotonicMs() - atMs > JUST_ASKED_MS : id === only) asked.delete(id);
  askSoon();
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
      askSoon();
    }
  };
  usePictures.setState({
    want(id, place) {
      observer ??= new IntersectionObserver(onSeen, { rootMargin: '200px' });
      waiting.set(place, id);
      observer.observe(place);
      return () => {
        observer?.unobserve(place);
        waiting.delete(place);
        inView.delete(place);
      };
    },
  });
  const stop = blocks.onChange(({ id }) => fetchPicturesAgain(id));
  signal.addEventListener('abort', () => {
    stop();
    usePictures.setState({ want: null });
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

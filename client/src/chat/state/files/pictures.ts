import { useEffect, useState } from 'react';
import { READ_TIMEOUT_MS } from '../../../core/api/client';
import { onReset, storesEpoch } from '../../../core/store/reset';
import { pictureIn } from '../../../lib/picture-in';
import { pauseAfter, pauseForNetwork } from '../../../lib/retry';
import { followChangedMessages } from '../changed-messages';
import { renewLink } from './attachment-links';

/**
 * A picture that this page has fetched. The browser stores none (`no-store`), so that the picture of a deleted message is gone; a picture
 * held here needs no call when the reader scrolls back.
 */
interface HeldPicture {
  url: string;
  users: number;
  /** A message has been deleted since, so the picture is dropped once nothing shows it. */
  isOutdated: boolean;
}

/** Above this number of held pictures, those off the screen are dropped. */
const HELD_MAX = 80;
const heldPictures = new Map<string, HeldPicture>();
const loading = new Map<string, Promise<void>>();

function drop(id: string): void {
  const picture = heldPictures.get(id);
  if (picture) URL.revokeObjectURL(picture.url);
  heldPictures.delete(id);
}

const unused = (): string[] => [...heldPictures].flatMap(([id, { users }]) => (users === 0 ? [id] : []));

onReset(() => {
  for (const id of [...heldPictures.keys()]) drop(id);
  // Their pictures will not be held.
  loading.clear();
});
followChangedMessages(({ deleted_at }) => {
  if (deleted_at === undefined) return;
  for (const id of unused()) drop(id);
  for (const picture of heldPictures.values()) picture.isOutdated = true;
});

/** The pause before another try with a new address; the last one repeats. */
const retryPausesMs = [1_000, 4_000, 15_000, 60_000];
const failures = new Map<string, number>();
onReset(() => failures.clear());

/** Fetches the address again, and with it the picture, after a pause that grows with each failure. */
export function retryPicture(id: string): void {
  const tries = (failures.get(id) ?? 0) + 1;
  failures.set(id, tries);
  void pauseForNetwork(pauseAfter(tries, retryPausesMs), 0).then(() => failures.has(id) && renewLink(id));
}

async function fetchPicture(id: string, address: string): Promise<void> {
  const epoch = storesEpoch();
  // The connection may be cut in the middle of the content, or be dead.
  const content = await fetch(address, { signal: AbortSignal.timeout(READ_TIMEOUT_MS) })
    .then(pictureIn)
    .catch(() => null);
  if (epoch !== storesEpoch()) return;
  if (content === null) return retryPicture(id);
  failures.delete(id);
  heldPictures.set(id, { url: URL.createObjectURL(content), users: 0, isOutdated: false });
  for (const surplus of unused().slice(0, Math.max(0, heldPictures.size - HELD_MAX))) if (surplus !== id) drop(surplus);
}

function load(id: string, address: string): Promise<void> {
  const running = loading.get(id);
  if (running) return running;
  const run = fetchPicture(id, address).finally(() => loading.get(id) === run && loading.delete(id));
  loading.set(id, run);
  return run;
}

function release(id: string): void {
  const picture = heldPictures.get(id);
  if (!picture) return;
  picture.users -= 1;
  if (picture.users === 0 && picture.isOutdated) drop(id);
}

/** Returns this page's copy of the picture at an address; null until it has been fetched. */
export function usePicture(id: string, address: string | undefined): string | null {
  const [url, setUrl] = useState(() => heldPictures.get(id)?.url ?? null);
  useEffect(() => {
    if (address === undefined && !heldPictures.has(id)) return;
    let isUsing: boolean | null = false;
    const showHeld = () => {
      const picture = heldPictures.get(id);
      if (picture === undefined || isUsing !== false) return;
      isUsing = true;
      picture.users += 1;
      setUrl(picture.url);
    };
    if (heldPictures.has(id) || address === undefined) showHeld();
    else void load(id, address).then(showHeld);
    return () => {
      if (isUsing) release(id);
      isUsing = null;
    };
  }, [id, address]);
  return url;
}

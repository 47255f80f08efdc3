import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { retry } from '../retry';

/** Between two tries while the server is away. */
const RETRY_MS = 1_500;

/** A part of the application as a chunk of its own, by its named export. While the server is away it is asked for again. */
export function lazyPart<K extends string, P = object>(
  load: () => Promise<Record<K, ComponentType<P>>>,
  name: K,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => {
    // Where the server answers and the code is not there, Sangam was updated: only a new load of the page helps.
    await retry(async () => (await isThere(load)) || (await isServerThere()), {
      until: (decided) => decided,
      pausesMs: [RETRY_MS],
    });
    return { default: (await load().catch(reloadOnce))[name] };
  });
}

const isThere = (load: () => Promise<unknown>): Promise<boolean> =>
  load().then(
    () => true,
    () => false,
  );

const isServerThere = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    (answer) => answer.ok,
    () => false,
  );

const KEY = 'reloaded';

/** The version of the application that this page is of, written into it by its build; undefined in development. */
export const pageVersion = (): string | undefined => document.documentElement.dataset.version;

/** Loads the page anew, once for each version in a tab: its code has been replaced by an update. After that, throws `error`. */
function reloadOnce(error: unknown): Promise<never> {
  if (!noteReload()) throw error;
  window.location.reload();
  return new Promise(() => undefined);
}

/** False when it was noted before, or cannot be: the page would be loaded without end. */
function noteReload(): boolean {
  const version = pageVersion();
  try {
    if (version === undefined || sessionStorage.getItem(KEY) === version) return false;
    sessionStorage.setItem(KEY, version);
    return true;
  } catch {
    return false;
  }
}

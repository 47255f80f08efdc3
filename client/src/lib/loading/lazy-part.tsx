import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { retry } from '../retry';
import { reloadOnce } from './reload-once';

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

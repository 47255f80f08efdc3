import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { wait } from './wait';

/** Between two tries while the server is away. */
const RETRY_MS = 1_500;

/** A part of the application as a chunk of its own, by its named export. While the server is away it is asked for again. */
export function lazyPart<K extends string>(
  load: () => Promise<Record<K, ComponentType>>,
  name: K,
): LazyExoticComponent<ComponentType> {
  return lazy(async () => {
    while (!(await isThere(load))) {
      // The server answers and the code is not there: Sangam was updated, and only a new load of the page helps.
      if (await isServerThere()) break;
      await wait(RETRY_MS);
    }
    return { default: (await load())[name] };
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

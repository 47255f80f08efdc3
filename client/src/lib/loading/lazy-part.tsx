import { type ComponentType, createElement, type LazyExoticComponent, lazy, Suspense } from 'react';
import { noteAnswer, noteNoAnswer } from '../network';
import { retry } from '../retry';
import { importOnce } from './load-part';

/** The pause between tries while the server is away. */
const RETRY_MS = 1_500;

/** A component with its own code, which loads when it's first rendered. */
export type LazyPart<P = object> = LazyExoticComponent<ComponentType<P>> & {
  /** Begins to load the code of a part that will probably be rendered. */
  preload: () => void;
};

/** Loads a component by its named export as its own chunk. Retries while the server is away. */
export function lazyPart<K extends string, P = object>(
  load: () => Promise<Record<K, ComponentType<P>>>,
  name: K,
): LazyPart<P> {
  // If it fails, rendering tries again.
  const importPart = importOnce(load);
  const part = lazy(async () => {
    // If the server is there but its code isn't, Sangam was updated, and only a reload of the page helps.
    await retry(async () => (await importPart()) !== null || (await isServerThere()), {
      until: (decided) => decided,
      pausesMs: [RETRY_MS],
    });
    return { default: ((await importPart()) ?? (await load().catch(reloadOnce)))[name] };
  });
  return Object.assign(part, { preload: () => void importPart() });
}

/** Like `lazyPart`, for a part whose place is empty until its code has loaded. */
export function latePart<K extends string, P extends object = object>(
  load: () => Promise<Record<K, ComponentType<P>>>,
  name: K,
) {
  const Part = lazyPart(load, name);
  const Late = (props: P) => <Suspense>{createElement(Part, props)}</Suspense>;
  return Object.assign(Late, { preload: Part.preload });
}

const isServerThere = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    (answer) => {
      // A proxy that can't reach the server answers too.
      if (answer.status > 500) noteNoAnswer();
      else noteAnswer();
      return answer.ok;
    },
    () => {
      noteNoAnswer();
      return false;
    },
  );

const KEY = 'reloaded';

/** This page's version, written into it by the build. Undefined in development. */
export const pageVersion = (): string | undefined => document.documentElement.dataset.version;

/** Reloads the page, once per version and tab, because an update has replaced its code. After that, throws `error`. */
function reloadOnce(error: unknown): Promise<never> {
  if (!noteReload()) throw error;
  window.location.reload();
  return new Promise(() => undefined);
}

/** Notes a reload. Returns false if one was noted for this version before, or none can be: the page might reload forever. */
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

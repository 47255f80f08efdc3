import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A route's page as a chunk of its own, by its named export. */
export function lazyPage<K extends string>(
  load: () => Promise<Record<K, ComponentType>>,
  name: K,
): LazyExoticComponent<ComponentType> {
  return lazy(async () => ({ default: (await load())[name] }));
}

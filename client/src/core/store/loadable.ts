import type { ApiError, Result } from '../api/errors';
import { storesEpoch } from './reset';

type LoadStatus = 'idle' | 'loading' | 'ready' | 'error';

/**
 * Data that is fetched. `data` outlives a failed or running refresh: show the skeleton while `loading` and there is none,
 * the error state when it `hasFailed`, the data otherwise.
 */
export interface Loadable<T> {
  status: LoadStatus;
  data: T | null;
  error: ApiError | null;
}

export const idle = <T>(): Loadable<T> => ({ status: 'idle', data: null, error: null });
export const loading = <T>(before: Loadable<T>): Loadable<T> => ({ ...before, status: 'loading' });
export const ready = <T>(data: T): Loadable<T> => ({ status: 'ready', data, error: null });
export const failed = <T>(before: Loadable<T>, error: ApiError): Loadable<T> => ({ ...before, status: 'error', error });

/** True when there is nothing to show but that it failed, also while it is tried again. */
export const hasFailed = ({ data, error }: Loadable<unknown>): boolean => data === null && error !== null;

/** True before the first answer, and before the first failure. */
export const isPending = ({ data, error }: Pick<Loadable<unknown>, 'data' | 'error'>): boolean =>
  data === null && error === null;

/** How a fetch moves its `Loadable` on. */
export type Change<T> = (before: Loadable<T>) => Loadable<T>;

/**
 * Runs one fetch and hands each state to `update`; `take` turns the answer into the data, and may put entities into their
 * tables. An answer is dropped when the stores were reset meanwhile; true when it was ok and taken.
 */
export async function load<A, T>(
  update: (change: Change<T>) => void,
  call: () => Promise<Result<A>>,
  take: (answer: A) => T,
): Promise<boolean> {
  const epoch = storesEpoch();
  update(loading);
  const answer = await call();
  if (epoch !== storesEpoch()) return false;
  if (answer.ok) {
    const data = take(answer.value);
    update(() => ready(data));
  } else update((before) => failed(before, answer.error));
  return answer.ok;
}

/**
 * The same for an answer that may be null: what is there is up to date, and stays as it is. Nothing says that it loads while
 * there is something to show.
 */
export async function loadIfNew<A, T>(
  update: (change: Change<T>) => void,
  call: () => Promise<Result<A | null>>,
  take: (answer: A) => T,
): Promise<boolean> {
  const epoch = storesEpoch();
  update((before) => (before.data === null ? loading(before) : before));
  const answer = await call();
  if (epoch !== storesEpoch()) return false;
  if (!answer.ok) update((before) => failed(before, answer.error));
  else if (answer.value === null) update((before) => (before.status === 'ready' ? before : { ...before, ...upToDate }));
  else {
    const data = take(answer.value);
    update(() => ready(data));
  }
  return answer.ok;
}

const upToDate = { status: 'ready', error: null } as const;

/** The same result with another value; errors pass through. */
export const mapResult = <T, U>(result: Result<T>, map: (value: T) => U): Result<U> =>
  result.ok ? { ok: true, value: map(result.value) } : result;

/** Replaces the data of a `Loadable` that has some; leaves the others alone. */
export const mapData = <T>(state: Loadable<T>, map: (data: T) => T): Loadable<T> =>
  state.data === null ? state : { ...state, data: map(state.data) };

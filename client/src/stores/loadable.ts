import type { ApiError, Result } from '../api/errors';
import { storesEpoch } from './reset';

type LoadStatus = 'idle' | 'loading' | 'ready' | 'error';

/**
 * Data that is fetched. `data` outlives a failed or running refresh: show the skeleton while `loading` and there is none,
 * the error state when `error` and there is none, the data otherwise.
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

/** A list that changes without end is taken as it is after this many fetches: its events go on correcting it. */
const RUNS_MAX = 3;

/**
 * Runs one fetch and hands each state to `update`. The answer is dropped when the stores were reset meanwhile; true when
 * it was ok and taken. `changes` counts what live events and the member's own deeds changed: an answer that was on its
 * way while one came may be older than it, and is fetched anew.
 */
export async function load<T>(
  update: (change: (before: Loadable<T>) => Loadable<T>) => void,
  call: () => Promise<Result<T>>,
  changes: () => number = () => 0,
): Promise<boolean> {
  const epoch = storesEpoch();
  update(loading);
  for (let run = 1; ; run += 1) {
    const changesBefore = changes();
    const answer = await call();
    if (epoch !== storesEpoch()) return false;
    if (answer.ok && changes() !== changesBefore && run < RUNS_MAX) continue;
    update((before) => (answer.ok ? ready(answer.value) : failed(before, answer.error)));
    return answer.ok;
  }
}

/** The same result with another value; errors pass through. */
export const mapResult = <T, U>(result: Result<T>, map: (value: T) => U): Result<U> =>
  result.ok ? { ok: true, value: map(result.value) } : result;

/** Replaces the data of a `Loadable` that has some; leaves the others alone. */
export const mapData = <T>(state: Loadable<T>, map: (data: T) => T): Loadable<T> =>
  state.data === null ? state : { ...state, data: map(state.data) };

import { type ApiError, isTemporary, type Result } from '../api/errors';
import { storesEpoch } from './reset';

type LoadStatus = 'idle' | 'loading' | 'ready' | 'error';

/**
 * Data that is fetched. `data` outlives a failed or running refresh: show the skeleton while `loading` without data,
 * the error state when it `hasFailed`, otherwise the data.
 */
export interface Loadable<T> {
  status: LoadStatus;
  data: T | null;
  error: ApiError | null;
  /** The number of the fetch that brought the data or a refusal, for an answer that overtakes another. */
  answered?: number;
  /** The number of the last local change (`changed`). Answers to fetches with a lower number lack it. */
  changedAt?: number;
}

export const idle = <T>(): Loadable<T> => ({ status: 'idle', data: null, error: null });
export const loading = <T>(before: Loadable<T>): Loadable<T> => ({ ...before, status: 'loading' });
export const ready = <T>(data: T): Loadable<T> => ({ status: 'ready', data, error: null });
export const failed = <T>(before: Loadable<T>, error: ApiError): Loadable<T> => ({ ...before, status: 'error', error });

/** Whether there is an error and no data, also during a retry. */
export const hasFailed = ({ data, error }: Loadable<unknown>): boolean => data === null && error !== null;

/** Whether there is neither data nor an error yet. */
export const isPending = ({ data, error }: Pick<Loadable<unknown>, 'data' | 'error'>): boolean =>
  data === null && error === null;

/** A step of a fetch, applied to its `Loadable`. */
export type Change<T> = (before: Loadable<T>) => Loadable<T>;

/** Numbers the fetches. */
let lastNumber = 0;

/** After this many fetches, the answer is accepted even if the data was changed locally during the last one. */
const FETCHES_MAX = 3;

/**
 * Runs one fetch and passes each state to `update`. `toData` turns the answer into the data and may put entities into their tables. Drops the
 * answer if the stores were reset in the meantime, or if a later fetch was answered first. Fetches again if the data was `changed` locally
 * meanwhile. Returns true if the data is from this fetch or a later one, and no local change is newer than the answer.
 */
export async function load<A, T>(
  update: (change: Change<T>) => void,
  call: () => Promise<Result<A>>,
  toData: (answer: A) => T,
): Promise<boolean> {
  const epoch = storesEpoch();
  for (let fetches = 1; ; fetches += 1) {
    const fetchNumber = nextNumber();
    update(loading);
    const answer = await call();
    if (epoch !== storesEpoch()) return false;
    if (!answer.ok || !isChangedSince(update, fetchNumber) || fetches === FETCHES_MAX)
      return settle(update, fetchNumber, answer, toData);
  }
}

/** Like `load`, for a call that answers null if the data is up to date. Shows no loading state over existing data, and asks once. */
export async function loadIfNew<A, T>(
  update: (change: Change<T>) => void,
  call: () => Promise<Result<A | null>>,
  toData: (answer: A) => T,
): Promise<boolean> {
  const epoch = storesEpoch();
  const fetchNumber = nextNumber();
  update((before) => (before.data === null ? loading(before) : before));
  const answer = await call();
  if (epoch !== storesEpoch()) return false;
  if (!answer.ok) return settle(update, fetchNumber, answer, toData);
  if (answer.value !== null) return settle(update, fetchNumber, { ok: true, value: answer.value }, toData);
  update((before) => (before.status === 'ready' ? before : { ...before, ...upToDate }));
  return true;
}

function nextNumber(): number {
  lastNumber += 1;
  return lastNumber;
}

/** Tests the current state. Returns false for a component's state, whose update runs too late to be read here. */
function testState<T>(update: (change: Change<T>) => void, test: (state: Loadable<T>) => boolean): boolean {
  let result = false;
  update((state) => {
    result = test(state);
    return state;
  });
  return result;
}

const isChangedSince = <T>(update: (change: Change<T>) => void, fetchNumber: number): boolean =>
  testState(update, ({ changedAt = 0 }) => changedAt > fetchNumber);

const isOvertaken = ({ answered = 0 }: Loadable<unknown>, fetchNumber: number): boolean => answered > fetchNumber;

function settle<A, T>(
  update: (change: Change<T>) => void,
  fetchNumber: number,
  answer: Result<A>,
  toData: (answer: A) => T,
): boolean {
  if (testState(update, (before) => isOvertaken(before, fetchNumber))) return true;
  const change: Change<T> = answer.ok
    ? readyWith(toData(answer.value), fetchNumber)
    : (before) => ({ ...failed(before, answer.error), ...(!isTemporary(answer.error) && { answered: fetchNumber }) });
  // Checked again for a component's state, which couldn't be read above.
  update((before) => (isOvertaken(before, fetchNumber) ? before : change(before)));
  return answer.ok && !isChangedSince(update, fetchNumber);
}

const readyWith =
  <T>(data: T, answered: number): Change<T> =>
  ({ changedAt }) => ({ ...ready(data), answered, ...(changedAt !== undefined && { changedAt }) });

const upToDate = { status: 'ready', error: null } as const;

/** Marks a state as changed locally, by an event or the member's own action: a fetch in flight is repeated. */
export const changed = <T>(state: Loadable<T>): Loadable<T> => ({ ...state, changedAt: nextNumber() });

/** Changes the data of a `Loadable` locally and marks it `changed`, even before its first answer, which may lack the change. */
export const changeData = <T>(state: Loadable<T>, map: (data: T) => T): Loadable<T> => changed(mapData(state, map));

/** Maps the data of a `Loadable`, if there is any. The caller merges it with the answer to a fetch under way. */
export const mapData = <T>(state: Loadable<T>, map: (data: T) => T): Loadable<T> =>
  state.data === null ? state : { ...state, data: map(state.data) };

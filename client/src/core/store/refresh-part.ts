import type { Result } from '../api/errors';
import { type Change, loadIfNew } from './loadable';
import { onReset, storesEpoch } from './reset';

/** A store's part of the refresh; null if the server has nothing newer than the requested version. */
export type RefreshPart<Data> = Promise<Result<{ version: string; data: Data } | null>>;

/** The server's version of a store's data. */
interface HeldVersion {
  get(): string | undefined;
  /** Call it before each fetch. Call the returned function once the answer is stored, with its version if it has one. */
  startFetch(): (version?: string) => void;
  /** Makes the next refresh bring everything, because the data has changed without a new version. */
  forget(): void;
}

/**
 * Holds the version of the last answer. Events never change it, so the store has at least that version. After two overlapping fetches there
 * is none, since the older answer may have been stored last.
 */
export function createHeldVersion(): HeldVersion {
  let lastVersion: string | undefined;
  let fetchesStarted = 0;
  let inFlight = 0;
  onReset(() => {
    lastVersion = undefined;
    inFlight = 0;
  });
  return {
    get: () => lastVersion,
    forget() {
      lastVersion = undefined;
      fetchesStarted += 1;
    },
    startFetch() {
      const epoch = storesEpoch();
      const isAlone = inFlight === 0;
      inFlight += 1;
      fetchesStarted += 1;
      const fetchNumber = fetchesStarted;
      return (version) => {
        if (epoch !== storesEpoch()) return;
        inFlight -= 1;
        if (!isAlone || fetchNumber !== fetchesStarted) lastVersion = undefined;
        else if (version !== undefined) lastVersion = version;
      };
    },
  };
}

/**
 * Loads a store from its part of the refresh, like `load`. `complete` fetches the rest of what is shown below the part's first page; the
 * version is kept only if that succeeds.
 */
export async function loadPart<Data, A, T>(
  {
    heldVersion,
    part,
    update,
  }: { heldVersion: HeldVersion; part: RefreshPart<Data>; update: (change: Change<T>) => void },
  complete: (first: Data) => Promise<Result<A>>,
  toData: (answer: A) => T,
): Promise<boolean> {
  const endFetch = heldVersion.startFetch();
  let version: string | undefined;
  const fetchNew = async (): Promise<Result<A | null>> => {
    const answer = await part;
    if (!answer.ok) return answer;
    if (answer.value === null) return { ok: true, value: null };
    version = answer.value.version;
    return complete(answer.value.data);
  };
  const isLoaded = await loadIfNew(update, fetchNew, toData);
  endFetch(isLoaded ? version : undefined);
  return isLoaded;
}

import type { Result } from '../api/errors';
import { type Change, loadIfNew } from './loadable';
import { onReset, storesEpoch } from './reset';

/** A store's part of the refresh; null if the server has nothing newer than the requested version. */
export type RefreshPart<Data> = Promise<Result<{ version: string; data: Data } | null>>;

/** The server's version of a store's data. */
export interface HeldVersion {
  get(): string | undefined;
  /**
   * Call it before each fetch, and the returned function after its answer was taken, with the version if there is one.
   */
  beginFetch(): (version?: string) => void;
  /** The next refresh brings all: the data has changed without a new version. */
  forget(): void;
}

/**
 * Only answers bring a version, never events: the store holds at least that version. After two overlapping fetches none
 * holds, since the older answer may have been taken last.
 */
export function createHeldVersion(): HeldVersion {
  let held: string | undefined;
  let begun = 0;
  let underWay = 0;
  onReset(() => {
    held = undefined;
    underWay = 0;
  });
  return {
    get: () => held,
    forget() {
      held = undefined;
      begun += 1;
    },
    beginFetch() {
      const epoch = storesEpoch();
      const isAlone = underWay === 0;
      underWay += 1;
      begun += 1;
      const mine = begun;
      return (version) => {
        if (epoch !== storesEpoch()) return;
        underWay -= 1;
        if (!isAlone || mine !== begun) held = undefined;
        else if (version !== undefined) held = version;
      };
    },
  };
}

/**
 * Takes a store's part of the refresh as `load` takes an answer. `complete` fetches the rest of what is shown below the
 * part's first page; the version holds only for all of it.
 */
export async function loadPart<Data, A, T>(
  { held, part, update }: { held: HeldVersion; part: RefreshPart<Data>; update: (change: Change<T>) => void },
  complete: (first: Data) => Promise<Result<A>>,
  take: (answer: A) => T,
): Promise<boolean> {
  const end = held.beginFetch();
  let version: string | undefined;
  const fetchNew = async (): Promise<Result<A | null>> => {
    const answer = await part;
    if (!answer.ok) return answer;
    if (answer.value === null) return { ok: true, value: null };
    version = answer.value.version;
    return complete(answer.value.data);
  };
  const came = await loadIfNew(update, fetchNew, take);
  end(came ? version : undefined);
  return came;
}

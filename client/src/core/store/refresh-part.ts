import type { Result } from '../api/errors';
import { type Change, loadIfNew } from './loadable';
import { onReset, storesEpoch } from './reset';

/** A store's part of the refresh; null if the server has nothing newer than the requested version. */
export type RefreshPart<Data> = Promise<Result<{ version: string; data: Data } | null>>;

/** The server's version of a store's data. */
export interface HeldVersion {
  get(): string | undefined;
  /** Call it before each fetch. Call the returned function once the answer is stored, with its version if it has one. */
  beginFetch(): (version?: string) => void;
  /** Makes the next refresh bring everything, because the data has changed without a new version. */
  forget(): void;
}

/**
 * Holds the version of the last answer. Events never change it, so the store has at least that version. After two overlapping fetches there
 * is none, since the older answer may have been stored last.
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
 * Loads a store from its part of the refresh, like `load`. `complete` fetches the rest of what is shown below the part's first page; the
 * version is kept only if that succeeds.
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

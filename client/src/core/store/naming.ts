import { onReset } from './reset';
import { type Moment, nextMoment, type Patch, type Table } from './table';

/** Gets a new name. An answer to a call that began at `before` or earlier may lack it. */
type Follower<N> = (named: N, before: Moment) => void;

/** The new names of members, or of projects, for all stores that show them. */
export interface Naming<N extends { id: number }> {
  /** Passes a new name to all followers. */
  note(named: N): void;
  /** Registers a store that shows names. Call it once per store, at module level. */
  follow(follower: Follower<N>): void;
  /** Returns a name given since a call began, whose answer may lack it. Ask in the step that stores the answer. */
  since(startedAt: Moment, id: number): N | undefined;
  /** Returns rows with the names given since a call began. `of` and `shown`: the fields with the id and the name. */
  inRows<R extends object>(rows: readonly R[], startedAt: Moment, of: keyof R, shown: keyof R): R[];
}

/** `textOf` returns the name that rows show. */
export function createNaming<N extends { id: number }>(textOf: (named: N) => string): Naming<N> {
  const followers = new Set<Follower<N>>();
  const newest = new Map<number, { named: N; at: Moment }>();
  onReset(() => newest.clear());
  const since = (startedAt: Moment, id: number): N | undefined => {
    const found = newest.get(id);
    return found && found.at > startedAt ? found.named : undefined;
  };
  return {
    note(named) {
      const at = nextMoment();
      newest.set(named.id, { named, at });
      for (const follower of followers) follower(named, at - 1);
    },
    follow: (follower) => void followers.add(follower),
    since,
    inRows: (rows, startedAt, of, shown) =>
      rows.map((row) => {
        const named = row[shown] === undefined ? undefined : since(startedAt, Number(row[of]));
        return named === undefined || row[shown] === textOf(named) ? row : { ...row, [shown]: textOf(named) };
      }),
  };
}

/**
 * Keeps the fields of a table's rows current that follow a naming, also in answers that are older. `fieldsFrom` returns a row's fields; `since`
 * returns the new name of an id, if there is one.
 */
export function followNaming<T extends { id: number }, N extends { id: number }>(
  table: Table<T>,
  naming: Naming<N>,
  fieldsFrom: (row: T, since: (id: number) => N | undefined) => Patch<T>,
): void {
  const fieldsSince = (row: T, startedAt: Moment) => fieldsFrom(row, (id) => naming.since(startedAt, id));
  table.follow(fieldsSince);
  naming.follow((_, before) => {
    for (const row of Object.values(table.use.getState().byId)) {
      const fields = fieldsSince(row, before);
      const isNew = Object.entries(fields).some(([field, value]) => row[field as keyof T] !== value);
      if (isNew) table.patch(row.id, fields);
    }
  });
}

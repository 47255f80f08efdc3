import { createHash } from 'node:crypto';
import { sql } from 'kysely';

/** The name under which connections prepare a statement; undefined: it is parsed and planned at each use. */
export type NameOf = (text: string) => string | undefined;

/** More than the server has texts; a bound for what a connection keeps, should one ever be built from values. */
const NAMES_MAX = 300;

/** With its prefix within the 63 bytes of a name. */
const NAME_DIGITS = 32;

const PLANNED_BY_VALUE = '/* planned by value */';

/** Stands in a statement whose best plan hangs on its values: it is planned at each use. */
export const plannedByValue = sql.raw(PLANNED_BY_VALUE);

export const isPlannedByValue = (text: string): boolean => text.includes(PLANNED_BY_VALUE);

/**
 * Names statements from the second time that they are seen, so that what is asked once takes no name. After `max` names,
 * further texts stay without. A name is a hash of the text: behind a pooler that hands sessions around, no server can find
 * another statement under it.
 */
export function createStatementNames(max = NAMES_MAX): NameOf {
  const names = new Map<string, string>();
  const seenOnce = new Set<string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size === max || isPlannedByValue(text)) return known;
    if (seenOnce.delete(text)) {
      const name = `sangam_${createHash('sha256').update(text).digest('hex').slice(0, NAME_DIGITS)}`;
      names.set(text, name);
      return name;
    }
    if (seenOnce.size === max) seenOnce.clear();
    seenOnce.add(text);
    return undefined;
  };
}

/** No statement is named, for poolers between here and PostgreSQL that lose what a connection has prepared. */
export const unnamed: NameOf = () => undefined;

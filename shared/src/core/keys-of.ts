/** Returns the keys of a table whose type names all of them. */
export const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[];

/** Returns a table with a value for each of these keys. */
export const recordOf = <K extends string, V>(keys: readonly K[], valueFor: (key: K) => V) =>
  Object.fromEntries(keys.map((key) => [key, valueFor(key)])) as Record<K, V>;

/** Returns the fields of a value from outside, each to be checked before use; none of anything but an object. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Whether a table has this key, such as a kind that only newer servers know. */
export const isKeyOf = <T extends object>(table: T, key: PropertyKey): key is keyof T & string =>
  Object.hasOwn(table, key);

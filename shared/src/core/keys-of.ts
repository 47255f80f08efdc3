/** Returns the keys of a table, whose type names all that it has. */
export const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[];

/** Whether a table has this key, such as a kind that only newer servers know. */
export const isKeyOf = <T extends object>(table: T, key: PropertyKey): key is keyof T & string =>
  Object.hasOwn(table, key);

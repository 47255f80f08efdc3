/** Returns the keys of a table, whose type names all that it has. */
export const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[];

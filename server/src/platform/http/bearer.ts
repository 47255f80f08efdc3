/** The token of an `Authorization` header; null where it is no bearer token. */
export const bearerOf = (header: string): string | null => /^Bearer ([\w.-]{1,4096})$/iu.exec(header)?.[1] ?? null;

import type { Result } from './result.js';

/** Who is calling, as the token says. */
export interface Member {
  id: number;
  name: string;
  sessionId: string;
}

/** Finds the member behind a bearer token; UNAUTHORIZED for none, a bad, an expired or an ended one. */
export type Authenticate<M extends Member = Member> = (token: string) => Promise<Result<M>>;

/** The checks that the platform makes of sessions; `people` implements them. */
export interface SessionChecks {
  /** The member that a token was signed for; its session may have ended. Null for a token that was not signed here. */
  signedFor(token: string): number | null;
  authenticate: Authenticate;
  /** The member of a token whose session is live, and when the token expires. */
  open(token: string): Promise<Result<Member & { expiresAtMs: number }>>;
  /** The sessions among these that are still live, with their member's current name. */
  stillLive(sessionIds: readonly string[]): Promise<Map<string, string>>;
}

/** The token of an `Authorization` header; null where it is no bearer token. */
export const bearerOf = (header: string): string | null => /^Bearer ([\w.-]{1,4096})$/iu.exec(header)?.[1] ?? null;

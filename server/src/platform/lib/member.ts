import type { Result } from './result.js';

/** The calling member, as the token says. */
export interface Member {
  id: number;
  name: string;
  sessionId: string;
}

/** Finds the member for a bearer token; UNAUTHORIZED for a missing, invalid, expired or ended one. */
export type Authenticate<M extends Member = Member> = (token: string) => Promise<Result<M>>;

/** The platform's session checks; `people` implements them. */
export interface SessionChecks {
  /**
   * Returns the member that a token was signed for; the session may have ended. Null for a token that was not signed here, and for one that
   * this server has refused.
   */
  signedFor(token: string): number | null;
  authenticate: Authenticate;
  /** Like `authenticate`, and takes the token that a suspended member gets for their own data. */
  authenticateOwner: Authenticate;
  /** Returns the member of a token whose session is live, and when the token expires. */
  open(token: string): Promise<Result<Member & { expiresAtMs: number }>>;
  /** Returns the sessions among these that are still live, with the member's current name. */
  stillLive(sessionIds: readonly string[]): Promise<Map<string, string>>;
}

/** Returns the token in an `Authorization` header; null where it isn't a bearer token. */
export const bearerOf = (header: string): string | null => /^Bearer ([\w.-]{1,4096})$/iu.exec(header)?.[1] ?? null;

import type { Result } from './result.js';

/** Who is calling, as the token says. */
export interface Member {
  id: number;
  name: string;
  sessionId: string;
}

/** Finds the member behind a bearer token; UNAUTHORIZED for none, a bad, an expired or an ended one. */
export type Authenticate<M extends Member = Member> = (token: string) => Promise<Result<M>>;

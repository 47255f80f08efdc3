/** The query of a signed address, unchecked. */
export interface SignedQuery {
  m?: unknown;
  in?: unknown;
  until?: unknown;
  s?: unknown;
}

/** The member and the session that an address was signed for, and its end. */
interface SignedFor {
  userId: number;
  sessionId: string;
  untilMs: number;
}

/** Keeps members' files from running scripts or being shown as one of our pages. */
export const SANDBOX = "default-src 'none'; sandbox";
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const NUMBER = /^[1-9]\d{0,14}$/u;

/** Reads a signed address of the file with this id, without checking its signature; null if a part is malformed. */
export function readSigned(id: string, { m, in: session, until }: SignedQuery): SignedFor | null {
  const sessionId = String(session);
  const isWellFormed = ID.test(id) && ID.test(sessionId) && NUMBER.test(String(m)) && NUMBER.test(String(until));
  return isWellFormed ? { userId: Number(m), sessionId, untilMs: Number(until) } : null;
}

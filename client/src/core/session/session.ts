import type { SignedIn } from '@sangam/shared/people/auth';
import type { User } from '@sangam/shared/people/users';
import { create } from 'zustand';
import { withNext } from '../../lib/links/next-path';
import { retry, spread } from '../../lib/retry';
import { readStored, writeStored } from '../../lib/storage';
import { request } from '../api/client';
import { isTemporary, type Result, retryAfterMs } from '../api/errors';
import { deleteKept } from '../offline/delete-cache';
import { resetStores } from '../store/reset';

/**
 * The member logged out here; or another tab did; or the server refused the token while it was in use, or when a page load
 * found it in the storage.
 */
export type SessionEnd = 'logout' | 'elsewhere' | 'refused' | 'stale';

interface Session {
  /** `loading` only while a stored token is being checked after a page load. */
  status: 'loading' | 'signed-out' | 'signed-in';
  user: User | null;
  /** The account has just been made here, and nobody has asked yet for its college and skills. */
  isNew: boolean;
  /** The member is shown as this browser kept them: the server has not answered since the page was loaded. */
  isKept: boolean;
  /** How the last session ended, until the application has acted on it. */
  end: SessionEnd | null;
}

/** The local storage key of the bearer token (R2.1). */
export const TOKEN_KEY = 'token';

/** Pauses between two tries while the server does not answer; the last one repeats. */
const restorePausesMs = [500, 1_500, 3_000, 5_000];
/** A server that has not answered by then is treated as away: what was kept is shown meanwhile. */
const KEPT_AFTER_MS = 2_500;
const signedOut: Session = { status: 'signed-out', user: null, isNew: false, isKept: false, end: null };
const restoring: Session = { ...signedOut, status: 'loading' };
const signedIn = (user: User, isNew = false): Session => ({ ...signedOut, status: 'signed-in', user, isNew });

// Kept in memory too, so that a browser without storage can still sign in for one page.
let token: string | null = readStored(TOKEN_KEY);

export const useSession = create<Session>(() => (token === null ? signedOut : restoring));

export const currentToken = (): string | null => token;
/** The signed-in member's id, or null. */
export const currentUserId = (): number | null => useSession.getState().user?.id ?? null;

/** The member of a session, and what they saw last in this browser. */
export interface KeptSession {
  user: User;
  /** Puts it into the stores. */
  show: () => void;
}

let keptSource: (token: string) => Promise<KeptSession | null> = async () => null;

/** Where the kept session of a token comes from; set once by app/boot. */
export function setKeptSource(source: typeof keptSource): void {
  keptSource = source;
}

function keepToken(next: string): void {
  token = next;
  writeStored(TOKEN_KEY, next);
}

/** A token that another tab has stored meanwhile belongs to another session, and stays. */
function forgetToken(): void {
  if (readStored(TOKEN_KEY) === token) writeStored(TOKEN_KEY, null);
  token = null;
}

/** Whatever this browser knows of a member: in the stores, and kept. */
function forgetMember(): void {
  resetStores();
  deleteKept();
}

/** Stores the token and the member of a successful sign-in; everything of an earlier member is forgotten first. */
export function acceptSession(session: Pick<SignedIn, 'token' | 'user'>, isNew: boolean): void {
  if (currentUserId() !== session.user.id) forgetMember();
  keepToken(session.token);
  useSession.setState(signedIn(session.user, isNew));
}

/** Forgets the session here, without telling the server. What was written and not sent waits for its member. */
export function dropSession(end: SessionEnd): void {
  forgetToken();
  forgetMember();
  useSession.setState({ ...signedOut, end });
}

/** The application has acted on the end of the session: it says nothing about where one goes later. */
export function forgetSessionEnd(): void {
  if (useSession.getState().end !== null) useSession.setState({ end: null });
}

/**
 * A 401 came back for `usedToken`: ends the session unless a newer one has begun meanwhile. An old token that a page load
 * finds in the storage was nobody's session yet: who follows a link to a public page sees that page.
 */
export function rejectToken(usedToken: string): void {
  if (usedToken === token) dropSession(useSession.getState().status === 'signed-in' ? 'refused' : 'stale');
}

/**
 * On load: fetches the member of the stored token; if that fails the token is removed (R2.1). A server that
 * cannot be reached, or asks to wait, has said nothing about it: it is asked until it does, and what was kept is shown
 * meanwhile. Otherwise a reload without a network would sign the member out, in every tab.
 */
export async function restoreSession(): Promise<void> {
  const checked = token;
  if (checked === null) {
    deleteKept();
    useSession.setState(signedOut);
    return;
  }
  const late = setTimeout(showKept, KEPT_AFTER_MS, checked);
  const ask = async () => {
    const reply = await request('GET /api/auth/me');
    if (mayRecover(reply)) void showKept(checked);
    return reply;
  };
  const answer = await retry(ask, {
    until: (reply) => checked !== token || !mayRecover(reply),
    pausesMs: restorePausesMs,
    askedMs: (reply) => (reply.ok ? 0 : spread(retryAfterMs(reply.error))),
  });
  clearTimeout(late);
  if (checked !== token) return;
  if (answer.ok) useSession.setState(signedIn(answer.value.user));
  else dropSession('stale');
}

/** Without an answer of the server the page begins with what the browser kept. */
async function showKept(checked: string): Promise<void> {
  const kept = await keptSource(checked);
  if (kept === null || checked !== token || useSession.getState().status !== 'loading') return;
  kept.show();
  useSession.setState({ ...signedIn(kept.user), isKept: true });
}

const mayRecover = (answer: Result<unknown>): boolean =>
  !answer.ok && isTemporary(answer.error) && (answer.error.kind === 'network' || answer.error.status !== 500);

/** Another tab changed the stored token: follow it. */
export function followStoredToken(stored: string | null): void {
  if (stored === token) return;
  if (stored === null) {
    dropSession('elsewhere');
    return;
  }
  token = stored;
  forgetMember();
  useSession.setState(restoring);
  void restoreSession();
}

/** Where a sign-in leads that was on the way to `path`: a new account is asked for its college and skills first. */
export const firstPage = (path: string): string => (useSession.getState().isNew ? withNext('/welcome', path) : path);

/** The new member has been asked. */
export function forgetNew(): void {
  useSession.setState({ isNew: false });
}

/** Replaces the member shown everywhere, after a profile edit. */
export function updateUser(user: User): void {
  if (currentUserId() === user.id) useSession.setState({ user });
}

import type { SignedIn } from '@sangam/shared/people/auth';
import type { User } from '@sangam/shared/people/users';
import { create } from 'zustand';
import { withNext } from '../../lib/links/next-path';
import { jitter, retry } from '../../lib/retry';
import { readStored, writeStored } from '../../lib/storage';
import { request } from '../api/client';
import { isTemporary, type Result, retryAfterMs } from '../api/errors';
import { resetStores } from '../store/reset';
import { deleteCache } from './delete-cache';
import { isSameSession, readTokenClaims } from './token-claims';

/**
 * How a session ended: the member logged out here (`logout`) or in another tab (`elsewhere`), or the server refused the token while in use
 * (`refused`) or on a page load (`stale`).
 */
export type SessionEnd = 'logout' | 'elsewhere' | 'refused' | 'stale';

interface Session {
  /** `loading` only while a stored token is being checked after a page load. */
  status: 'loading' | 'signed-out' | 'signed-in';
  user: User | null;
  /** A new account whose owner hasn't been asked for college and skills yet. */
  isNew: boolean;
  /** The member comes from the cache: the server hasn't answered since the page load. */
  isCached: boolean;
  /** The server is not expected to answer soon, so pages no longer wait for it. */
  isUnanswered: boolean;
  /** How the last session ended, until the application has handled it. */
  end: SessionEnd | null;
}

/** The local storage key of the bearer token (R2.1). */
export const TOKEN_KEY = 'token';

/** Pauses between tries while the server doesn't answer; the last one repeats. */
const restorePausesMs = [500, 1_500, 3_000, 5_000];
/** Pages wait this long for a server that doesn't answer. */
const ANSWERS_WITHIN_MS = 2_500;
const signedOut: Session = {
  status: 'signed-out',
  user: null,
  isNew: false,
  isCached: false,
  isUnanswered: false,
  end: null,
};
const restoring: Session = { ...signedOut, status: 'loading' };
const signedIn = (user: User, isNew = false): Session => ({ ...signedOut, status: 'signed-in', user, isNew });

// Also in memory, so that a browser without storage can sign in for one page.
let token: string | null = readStored(TOKEN_KEY);

/** Whether the token is in storage too, where another tab may replace or remove it. */
let isTokenStored = token !== null;

export const useSession = create<Session>(() => (token === null ? signedOut : restoring));

/** Counts the profiles that events and own edits brought. */
let profileUpdates = 0;

export const currentToken = (): string | null => token;
/** Whether the token, or a longer one of the same session, is still in use. */
const isCurrent = (checked: string): boolean => checked === token || isSameSession(checked, token);
/** The id of the session in use; '' without one. */
export const currentSessionId = (): string => readTokenClaims(token)?.sessionId ?? '';
/** The signed-in member's id, or null. */
export const currentUserId = (): number | null => useSession.getState().user?.id ?? null;

/** The member of a session, with their cached data. */
export interface CachedSession {
  user: User;
  /** Puts the cached data into the stores. */
  show: () => void;
}

let cacheSource: (token: string) => Promise<CachedSession | null> = async () => null;

/** Sets the source of a token's cached session. Called once, by app/boot. */
export function setCacheSource(source: typeof cacheSource): void {
  cacheSource = source;
}

/** Whether another tab has ended this session or begun another; this tab gets that event in a moment. */
export const isOverElsewhere = (): boolean => {
  const stored = readStored(TOKEN_KEY);
  return isTokenStored && stored !== token && !isSameSession(stored, token);
};

function keepToken(next: string): void {
  token = next;
  isTokenStored = writeStored(TOKEN_KEY, next);
}

/** Replaces the token of this session by a longer one, unless another session has begun. */
export function renewToken(next: string): void {
  if (isSameSession(next, token)) keepToken(next);
}

/** Removes the token. One stored by another tab belongs to another session and stays. */
function forgetToken(): void {
  if (readStored(TOKEN_KEY) === token) writeStored(TOKEN_KEY, null);
  token = null;
  isTokenStored = false;
}

/** Deletes the member's data from the stores and the cache. */
function forgetMember(): void {
  resetStores();
  deleteCache();
}

/** Stores the token and the member of a successful sign-in, after deleting an earlier member's data. */
export function acceptSession(session: Pick<SignedIn, 'token' | 'user'>, { isNew = false } = {}): void {
  if (currentUserId() !== session.user.id) forgetMember();
  keepToken(session.token);
  useSession.setState(signedIn(session.user, isNew));
}

/** Ends the session in this browser without a call to the server. The outbox keeps unsent messages for their member. */
export function dropSession(end: SessionEnd): void {
  forgetToken();
  forgetMember();
  useSession.setState({ ...signedOut, end });
}

/** Clears the end once the application has handled it, so that it doesn't affect later navigation. */
export function forgetSessionEnd(): void {
  if (useSession.getState().end !== null) useSession.setState({ end: null });
}

/** The token of a session that a call under way ends. */
let ending: string | null = null;

/**
 * Makes a call that ends this session on the server, which may happen long before the answer. Until then, nothing else ends the session
 * here, or the answer would be lost.
 */
export async function endingSession<T>(call: () => Promise<T>): Promise<T> {
  ending = token;
  try {
    return await call();
  } finally {
    ending = null;
  }
}

/**
 * Ends the session after a 401 for `usedToken`, unless a newer one has begun. A stored token refused on a page load
 * ends quietly, so that a link to a public page still opens it.
 */
export function rejectToken(usedToken: string): void {
  const { status, isCached, isUnanswered } = useSession.getState();
  const isLoad = status !== 'signed-in' || (isCached && !isUnanswered);
  if (usedToken === token && usedToken !== ending) dropSession(isLoad ? 'stale' : 'refused');
}

/**
 * Restores the session on load, and removes the token if the server refuses it (R2.1). Until the server answers, the page shows cached
 * data. While the server can't be reached or asks to wait, the call is repeated: otherwise an offline reload would sign the member out in
 * every tab.
 */
export async function restoreSession(): Promise<void> {
  const checked = token;
  if (checked === null) {
    deleteCache();
    useSession.setState(signedOut);
    return;
  }
  void showCached(checked);
  // A storage that didn't answer the first time, or failed, is read again.
  const late = setInterval(waitNoLonger, ANSWERS_WITHIN_MS, checked);
  let updatesBefore = profileUpdates;
  const ask = async () => {
    updatesBefore = profileUpdates;
    const reply = await request('GET /api/auth/me');
    if (mayRecover(reply)) void waitNoLonger(checked);
    return reply;
  };
  const answer = await retry(ask, {
    until: (reply) => !isCurrent(checked) || !mayRecover(reply),
    pausesMs: restorePausesMs,
    requestedPauseMs: (reply) => (reply.ok ? 0 : jitter(retryAfterMs(reply.error))),
  });
  clearInterval(late);
  if (!isCurrent(checked)) return;
  if (answer.ok) {
    const { user } = useSession.getState();
    useSession.setState(signedIn(answer.value.user));
    // The answer may be older than a profile that came meanwhile, though not than the cached one, even where that has a later version.
    if (user !== null && updatesBefore !== profileUpdates) updateUser(user);
  } else if (checked === token) dropSession('stale');
  else await restoreSession();
}

/** Shows cached data unless the server has answered. Doesn't read it after a logout, which would create the deleted database again. */
async function showCached(checked: string): Promise<void> {
  const isWaiting = () => isCurrent(checked) && useSession.getState().status === 'loading';
  const cached = isWaiting() ? await cacheSource(checked) : null;
  if (cached === null || !isWaiting()) return;
  cached.show();
  useSession.setState({ ...signedIn(cached.user), isCached: true });
}

/** Stops waiting for the server: pages show the cached data that there is. */
async function waitNoLonger(checked: string): Promise<void> {
  await showCached(checked);
  const { isCached, isUnanswered } = useSession.getState();
  if (isCurrent(checked) && isCached && !isUnanswered) useSession.setState({ isUnanswered: true });
}

const mayRecover = (answer: Result<unknown>): boolean =>
  !answer.ok && isTemporary(answer.error) && (answer.error.kind !== 'server' || answer.error.status !== 500);

/** Follows a token stored or removed by another tab. One that the browser refused to store can't have been removed. */
export function followStoredToken(stored: string | null): void {
  if (stored === token || (stored === null && !isTokenStored)) return;
  isTokenStored = stored !== null;
  if (isSameSession(stored, token)) {
    token = stored;
    return;
  }
  if (stored === null) {
    if (token !== ending) dropSession('elsewhere');
    return;
  }
  token = stored;
  loadSession();
}

/** Loads the session as on a page load, after deleting the member's data from the stores and the cache. */
export function loadSession(): void {
  forgetMember();
  useSession.setState(restoring);
  void restoreSession();
}

/** Returns the page to open after a sign-in on the way to `path`: a new account gets the questions about college and skills first. */
export const firstPage = (path: string): string => (useSession.getState().isNew ? withNext('/welcome', path) : path);

/** Notes that the new member has seen the first questions. */
export function forgetNew(): void {
  useSession.setState({ isNew: false });
}

/** Replaces the member shown everywhere, after a profile edit, unless a newer profile is known. */
export function updateUser(user: User): void {
  const { user: before } = useSession.getState();
  // Servers of the previous version send no version.
  if (before?.id !== user.id || (user.version ?? Infinity) < (before.version ?? 0)) return;
  profileUpdates += 1;
  useSession.setState({ user });
}

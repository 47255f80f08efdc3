import { setTokenSource, setUnauthorizedHandler } from '../core/api/client';
import { retryInFlight } from '../core/api/exchange';
import {
  currentToken,
  currentUserId,
  followStoredToken,
  rejectToken,
  restoreSession,
  setCacheSource,
  TOKEN_KEY,
  useSession,
} from '../core/session/session';
import { focusPressed } from '../lib/dom/focus-pressed';
import { dropSecondPresses } from '../lib/dom/second-press';
import { nameFirstEntry } from '../lib/links/positions';
import { loadPart } from '../lib/loading/load-part';
import { readStored } from '../lib/storage';

/** Connects layers that don't import each other. Called once, before the first render. */
export function boot(): void {
  nameFirstEntry();
  setTokenSource(currentToken);
  setUnauthorizedHandler(rejectToken);
  setCacheSource(async (token) => {
    const part = await loadCache().catch(() => null);
    return part === null || token !== currentToken() ? null : part.readCached(token);
  });
  const followTabs = () => followStoredToken(readStored(TOKEN_KEY));
  window.addEventListener('storage', ({ key }) => {
    // `key` is null when the whole storage was cleared.
    if (key === TOKEN_KEY || key === null) followTabs();
  });
  // A page in the back/forward cache gets no events, and still shows its member.
  window.addEventListener('pageshow', ({ persisted }) => persisted && followTabs());
  window.addEventListener('online', retryInFlight);
  dropSecondPresses();
  focusPressed();
  useSession.subscribe(followMember);
  // Loads the members' code while the server checks the session. If that fails, `startLive` tries again.
  if (currentToken() !== null) void loadCache().catch(() => undefined);
  void restoreSession();
}

const loadCache = () => import('./live/offline');

let member: number | null = null;
let live = new AbortController();

/** Starts the live part for a member, and stops it when they leave or another member signs in. */
function followMember(): void {
  const id = currentUserId();
  if (id === member) return;
  live.abort();
  live = new AbortController();
  member = id;
  if (id !== null) void startLive(id, live.signal);
}

async function startLive(id: number, signal: AbortSignal): Promise<void> {
  // In its own chunk, so that visitors never load it.
  const parts = await loadPart(
    () => Promise.all([import('./live/connection'), import('../notices/screens/announce/announce')]),
    signal,
  );
  if (parts === null || signal.aborted) return;
  const [{ startRealtime }, { createAnnouncer }] = parts;
  const stop = startRealtime(id, { token: currentToken, announce: createAnnouncer(id, signal) });
  signal.addEventListener('abort', stop);
  void loadPart(() => import('./live/keep-signed-in'), signal).then((part) => part?.keepSignedIn(signal));
  const cache = await loadPart(loadCache, signal);
  if (!signal.aborted) cache?.cacheLastSeen(id, signal);
}

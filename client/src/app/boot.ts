import { retryInFlight, setTokenSource, setUnauthorizedHandler } from '../core/api/client';
import {
  currentToken,
  currentUserId,
  followStoredToken,
  rejectToken,
  restoreSession,
  setKeptSource,
  TOKEN_KEY,
  useSession,
} from '../core/session/session';
import { loadPart } from '../lib/loading/load-part';

/** Wires the layers that may not know each other. The only place that does; called once, before the first render. */
export function boot(): void {
  setTokenSource(currentToken);
  setUnauthorizedHandler(rejectToken);
  setKeptSource(async (token) => {
    const part = await loadKept().catch(() => null);
    return part === null ? null : part.readKept(token);
  });
  window.addEventListener('storage', (event) => {
    // `key` is null when the whole storage was cleared.
    if (event.key === TOKEN_KEY || event.key === null) followStoredToken(localStorage.getItem(TOKEN_KEY));
  });
  window.addEventListener('online', retryInFlight);
  useSession.subscribe(followMember);
  void restoreSession();
}

const loadKept = () => import('./live/offline');

let member: number | null = null;
let live = new AbortController();

/** Starts what runs live for a member, and ends it when they leave or another one comes. */
function followMember(): void {
  const id = currentUserId();
  if (id === member) return;
  live.abort();
  live = new AbortController();
  member = id;
  if (id !== null) void startLive(id, live.signal);
}

async function startLive(id: number, signal: AbortSignal): Promise<void> {
  // A chunk of its own: visitors never load it.
  const parts = await loadPart(
    () => Promise.all([import('./live/start'), import('../notices/screens/announce/announce')]),
    signal,
  );
  if (parts === null || signal.aborted) return;
  const [{ startRealtime }, { createAnnouncer }] = parts;
  const stop = startRealtime(id, { token: currentToken, announce: createAnnouncer(id, signal) });
  signal.addEventListener('abort', stop);
  const kept = await loadPart(loadKept, signal);
  if (!signal.aborted) kept?.keepLastSeen(id, signal);
}

import { askAnew, setTokenSource, setUnauthorizedHandler } from '../api/client';
import { logFailure } from '../lib/log';
import { wait } from '../lib/wait';
import {
  currentToken,
  currentUserId,
  followStoredToken,
  rejectToken,
  restoreSession,
  TOKEN_KEY,
  useSession,
} from '../stores/session';
import { followStoredTheme, THEME_KEY } from '../stores/theme';
import { announce } from './announce';

/** Wires the layers that may not know each other. The only place that does; called once, before the first render. */
export function boot(): void {
  setTokenSource(currentToken);
  setUnauthorizedHandler(rejectToken);
  window.addEventListener('storage', (event) => {
    // `key` is null when the whole storage was cleared.
    if (event.key === TOKEN_KEY || event.key === null) followStoredToken(localStorage.getItem(TOKEN_KEY));
    if (event.key === THEME_KEY || event.key === null) followStoredTheme();
  });
  window.addEventListener('online', askAnew);
  useSession.subscribe(followMember);
  void restoreSession();
}

/** Between two tries to load the code of the live connection, on a network that comes and goes. */
const RELOAD_MS = 5_000;

let member: number | null = null;
let stop: () => void = () => undefined;

/** Starts what runs live for a member, and ends it when they leave or another one comes. */
function followMember(): void {
  const id = currentUserId();
  if (id === member) return;
  stop();
  stop = () => undefined;
  member = id;
  if (id !== null) void startLive(id);
}

async function startLive(id: number): Promise<void> {
  while (member === id) {
    try {
      // A chunk of its own: visitors never load it.
      const { startRealtime } = await import('../realtime/start');
      if (member === id) stop = startRealtime(id, { token: currentToken, announce });
      return;
    } catch (error) {
      logFailure('The live connection could not be loaded', error);
      await wait(RELOAD_MS);
    }
  }
}

import { setTokenSource, setUnauthorizedHandler } from '../api/client';
import { currentToken, followStoredToken, rejectToken, restoreSession, TOKEN_KEY } from '../stores/session';

/** Wires the layers that may not know each other. The only place that does; called once, before the first render. */
export function boot(): void {
  setTokenSource(currentToken);
  setUnauthorizedHandler(rejectToken);
  window.addEventListener('storage', (event) => {
    // `key` is null when the whole storage was cleared.
    if (event.key === TOKEN_KEY || event.key === null) followStoredToken(localStorage.getItem(TOKEN_KEY));
  });
  void restoreSession();
}

const KEY = 'reloaded';

/** The version of the application that this page is of, written into it by its build; undefined in development. */
export const pageVersion = (): string | undefined => document.documentElement.dataset.version;

/** Loads the page anew, once for each version in a tab: its code has been replaced by an update. After that, throws `error`. */
export function reloadOnce(error: unknown): Promise<never> {
  if (!noteReload()) throw error;
  window.location.reload();
  return new Promise(() => undefined);
}

/** False when it was noted before, or cannot be: the page would be loaded without end. */
function noteReload(): boolean {
  const version = pageVersion();
  try {
    if (version === undefined || sessionStorage.getItem(KEY) === version) return false;
    sessionStorage.setItem(KEY, version);
    return true;
  } catch {
    return false;
  }
}

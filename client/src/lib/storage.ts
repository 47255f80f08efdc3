/** Returns the stored text, or null, also where the browser refuses storage (private modes, full quota). */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Stores a text, or removes it with null. Returns false if the browser refused, so that a caller can keep it in memory.
 */
export function writeStored(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Returns the stored JSON, or null if there is none or it can't be read. The caller checks its shape. */
export const readStoredJson = (key: string): unknown => parseStored(readStored(key));

export function parseStored(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the stored keys that begin with `prefix`. */
export function keysStored(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Creates listeners for a part of the storage. They are called by `notify`, and when another tab stores something. */
export function storageListeners() {
  const listeners = new Set<() => void>();
  return {
    notify(): void {
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      window.addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        window.removeEventListener('storage', listener);
      };
    },
  };
}

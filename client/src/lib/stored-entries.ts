import { keysStored, parseStored, readStored, writeStored } from './storage';

/** Returns access to stored texts. Those that the browser refuses to store last as long as the page. */
export function storedEntries() {
  const unstored = new Map<string, string>();
  const read = (key: string): string | null => unstored.get(key) ?? readStored(key);
  return {
    read,
    /** Like `readStoredJson`. */
    readJson: (key: string): unknown => parseStored(read(key)),
    /** Stores a text, or removes it with null. */
    write(key: string, text: string | null): void {
      unstored.delete(key);
      if (writeStored(key, text) || text === null) return;
      // An older text would show again after a reload.
      writeStored(key, null);
      unstored.set(key, text);
    },
    /** Returns the keys that begin with `prefix`. */
    keys: (prefix: string): string[] => [
      ...new Set([...keysStored(prefix), ...[...unstored.keys()].filter((key) => key.startsWith(prefix))]),
    ],
    /** Drops the texts that aren't stored. */
    drop: (): void => unstored.clear(),
  };
}

/** A part that is loaded when it is first asked for. It answers null while it cannot be loaded, as without a network; the next try loads it. */
export function keptImport<T>(load: () => Promise<T>): () => Promise<T | null> {
  let part: Promise<T> | null = null;
  return async () => {
    part ??= load();
    try {
      return await part;
    } catch {
      part = null;
      return null;
    }
  };
}

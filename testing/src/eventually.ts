/** Waits until `probe` stops throwing, and returns its result. Use a longer `everyMs` for expensive probes. */
export async function eventually<T>(probe: () => T | Promise<T>, withinMs = 20_000, everyMs = 20): Promise<T> {
  const endMs = Date.now() + withinMs;
  for (;;) {
    try {
      return await probe();
    } catch (error) {
      if (Date.now() > endMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  }
}

/** Waits until `probe` stops throwing, and answers what it returned. */
export async function eventually<T>(probe: () => Promise<T>, withinMs: number): Promise<T> {
  const endMs = Date.now() + withinMs;
  for (;;) {
    try {
      return await probe();
    } catch (error) {
      if (Date.now() > endMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

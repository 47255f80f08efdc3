/**
 * Runs `work` under a lock across all tabs. Where the browser has no locks (plain http from another host) or refuses
 * them (site data blocked), runs it without one.
 */
export async function underLock(name: string, work: () => Promise<void>): Promise<void> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return work();
  let began = false;
  try {
    await locks.request(name, () => {
      began = true;
      return work();
    });
  } catch (error) {
    if (began) throw error;
    await work();
  }
}

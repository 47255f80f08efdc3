/**
 * Runs `work` under a lock across all tabs. Where the browser has no locks (plain http from another host) or refuses
 * them (site data blocked), runs it without one.
 */
export async function underLock(name: string, work: () => Promise<void>): Promise<void> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return work();
  let hasStarted = false;
  try {
    await locks.request(name, () => {
      hasStarted = true;
      return work();
    });
  } catch (error) {
    if (hasStarted) throw error;
    await work();
  }
}

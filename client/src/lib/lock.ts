import { openTabChannel } from './tab-channel';

/**
 * How often a tab that waits asks the others whether one is at work. Browsers freeze tabs in the background, some with the lock in their
 * hands, and a frozen one doesn't answer.
 */
const ASKS_EVERY_MS = 10_000;

/**
 * Runs `work` under a lock across all tabs. Where the browser has no locks (plain http from another host) or refuses them (site data
 * blocked), and where no running tab has the lock, runs it without one.
 */
export async function underLock(name: string, work: () => Promise<void>): Promise<void> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return work();
  let isAtWork = false;
  let isAnswered = true;
  const waiting = new AbortController();
  const tabs = openTabChannel<'ask' | 'at work'>(`lock:${name}`, (said) => {
    if (said === 'at work') isAnswered = true;
    else if (isAtWork) tabs.post('at work');
  });
  const asks = setInterval(() => {
    if (isAtWork) return;
    if (!isAnswered) waiting.abort();
    isAnswered = false;
    tabs.post('ask');
  }, ASKS_EVERY_MS);
  const run = () => {
    isAtWork = true;
    return work();
  };
  try {
    await locks.request(name, { signal: waiting.signal }, run);
  } catch (error) {
    if (isAtWork) throw error;
    await run();
  } finally {
    clearInterval(asks);
    tabs.close();
  }
}

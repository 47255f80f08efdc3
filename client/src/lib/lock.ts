import { openTabChannel } from './tab-channel';

/**
 * How often a tab that waits asks the others whether one is at work. Browsers freeze tabs in the background, some with the lock in their
 * hands. A frozen tab doesn't answer, even where its browser still passes it messages.
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
  let isFrozen = false;
  let isAnswered = true;
  const over = new AbortController();
  for (const type of ['freeze', 'resume'])
    globalThis.document?.addEventListener(type, () => (isFrozen = type === 'freeze'), { signal: over.signal });
  const waiting = new AbortController();
  const tabs = openTabChannel<'ask' | 'at work'>(`lock:${name}`, (said) => {
    if (said === 'at work') isAnswered = true;
    else if (isAtWork && !isFrozen) tabs.post('at work');
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
    over.abort();
    tabs.close();
  }
}

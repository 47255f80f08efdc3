import { wait } from '../../lib/retry';

/** A font that changes this early disturbs no reader. */
const EARLY_MS = 1_500;
/** If the code took longer to come, the font won't be early, since it's nearly as large. */
const BEGINS_MS = 800;

const root = document.documentElement;

/** Whether the page shows more than placeholders. */
const showsContent = (): boolean => {
  const main = document.getElementById('main');
  return main !== null && main.querySelector('.animate-pulse') === null;
};

/** How often a slow page is looked at. */
const LOOK_MS = 200;

/**
 * Loads the product's font. If it arrives while the page is read, the page keeps the system's until `changeFont`, since other
 * letters would break its lines elsewhere. On a slow line that is so in any case, and the font would delay the page's code and lists:
 * it waits until the page is there.
 */
export async function loadFont(): Promise<void> {
  if (performance.now() >= BEGINS_MS) while (!showsContent()) await wait(LOOK_MS);
  // Not in every test's DOM.
  const found = await document.fonts?.load('1rem "Inter Variable"').catch(() => []);
  if (!found?.length) return;
  root.dataset.font = performance.now() < EARLY_MS || !showsContent() ? 'inter' : 'late';
}

/** Call it when another page is shown. */
export function changeFont(): void {
  if (root.dataset.font === 'late') root.dataset.font = 'inter';
}

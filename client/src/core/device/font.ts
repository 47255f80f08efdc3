import { wait } from '../../lib/retry';

/** Until this time, a change of font disturbs nobody's reading. */
const EARLY_MS = 1_500;
/** If this code arrives later, the font can't be early, since it's nearly as large. */
const CODE_EARLY_MS = 800;

const root = document.documentElement;

/** Whether the page shows more than placeholders. */
const showsContent = (): boolean => {
  const main = document.getElementById('main');
  return main !== null && main.querySelector('.animate-pulse') === null;
};

/** How often to check whether a slow page shows its content. */
const CHECK_MS = 200;

/**
 * Loads the product's font. If it arrives while the page is being read, the page keeps the system's font until `changeFont`, since new
 * letters would break lines elsewhere. On a slow network the font would always arrive that late, and delay the page's code and lists, so
 * it's requested only once the page shows its content.
 */
export async function loadFont(): Promise<void> {
  if (performance.now() >= CODE_EARLY_MS) while (!showsContent()) await wait(CHECK_MS);
  // Not in every test's DOM.
  const found = await document.fonts?.load('1rem "Inter Variable"').catch(() => []);
  if (!found?.length) return;
  root.dataset.font = performance.now() < EARLY_MS || !showsContent() ? 'inter' : 'late';
}

/** Switches to a font that arrived late. Call it when another page is shown. */
export function changeFont(): void {
  if (root.dataset.font === 'late') root.dataset.font = 'inter';
}

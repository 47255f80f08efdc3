import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const root = document.documentElement;
let arrive: () => void = () => undefined;

beforeEach(() => {
  vi.resetModules();
  vi.spyOn(performance, 'now').mockReturnValue(2_500);
  const loaded = new Promise((resolve) => {
    arrive = () => resolve([{}]);
  });
  Object.defineProperty(document, 'fonts', { configurable: true, value: { load: () => loaded } });
  document.body.innerHTML = '<main id="main">Words</main>';
});
afterEach(() => {
  delete root.dataset.font;
  Reflect.deleteProperty(document, 'fonts');
  vi.restoreAllMocks();
});

async function load() {
  const font = await import('./font');
  const done = font.loadFont();
  arrive();
  await done;
  return font;
}

it('a font that arrives while someone reads waits for another page', async () => {
  const { changeFont } = await load();
  expect(root.dataset.font).toBeUndefined();
  changeFont();
  expect(root.dataset.font).toBe('inter');
});

it('is used at once before there is anything to read', async () => {
  document.body.innerHTML = '<main id="main"><span class="animate-pulse"></span></main>';
  await load();
  expect(root.dataset.font).toBe('inter');
});

it('is used at once when it arrives early', async () => {
  vi.mocked(performance.now).mockReturnValue(400);
  await load();
  expect(root.dataset.font).toBe('inter');
});

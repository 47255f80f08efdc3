import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { changeFont, loadFont } from './font';

const root = document.documentElement;
const main = document.createElement('main');
main.id = 'main';
const PLACEHOLDER = '<span class="animate-pulse"></span>';

beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(2_500);
  Object.defineProperty(document, 'fonts', { configurable: true, value: { load: async () => [{}] } });
  main.innerHTML = 'Words';
  document.body.append(main);
});
afterEach(() => {
  delete root.dataset.font;
  Reflect.deleteProperty(document, 'fonts');
  main.remove();
  vi.restoreAllMocks();
});

it('a font that arrives while the member reads waits for the next page', async () => {
  await loadFont();
  expect(root.dataset.font).toBe('late');
  changeFont();
  expect(root.dataset.font).toBe('inter');
});

it('a font is used at once before there is anything to read', async () => {
  vi.mocked(performance.now).mockReturnValueOnce(400);
  main.innerHTML = PLACEHOLDER;
  await loadFont();
  expect(root.dataset.font).toBe('inter');
});

it.each([900, 2_500])(
  'a font is not loaded before the page shows its content if the code arrived after %i ms',
  async (ms) => {
    vi.mocked(performance.now).mockReturnValueOnce(ms);
    const load = vi.spyOn(document.fonts, 'load');
    main.innerHTML = PLACEHOLDER;
    const loaded = loadFont();
    await new Promise((resolve) => setTimeout(resolve, 450));
    expect(load).not.toHaveBeenCalled();
    main.innerHTML = 'Words';
    await loaded;
    expect(load).toHaveBeenCalledOnce();
    expect(root.dataset.font).toBe('late');
  },
);

it('a font that arrives early is used at once', async () => {
  vi.mocked(performance.now).mockReturnValue(400);
  await loadFont();
  expect(root.dataset.font).toBe('inter');
});

import { expect, it, onTestFinished, vi } from 'vitest';
import { resetStores } from '../../../core/store/reset';
import { readFile, storeFile } from './chosen-files';

it('holds a file in memory if the browser doesn’t store it, and drops it when its member’s session ends', async () => {
  const file = { id: 'a', uploadId: 'b', name: 'plan.pdf', content: new Blob(['x']), chosenAtMs: 0 };
  await storeFile(file);
  expect(await readFile('a')).toBe(file);
  resetStores();
  expect(await readFile('a')).toBeNull();
});

/** The browser's channel between tabs, which shares files; that of Node.js refuses them. */
class TabChannels extends EventTarget {
  static readonly open = new Set<TabChannels>();
  constructor(readonly name: string) {
    super();
    TabChannels.open.add(this);
  }
  postMessage(data: unknown): void {
    for (const each of TabChannels.open)
      if (each !== this && each.name === this.name)
        queueMicrotask(() => each.dispatchEvent(new MessageEvent('message', { data })));
  }
  close(): void {
    TabChannels.open.delete(this);
  }
}

it('gets a file that only another tab has in memory, while that tab is open', async () => {
  vi.stubGlobal('BroadcastChannel', TabChannels);
  onTestFinished(() => void vi.unstubAllGlobals());
  const open = async () => {
    vi.resetModules();
    const [files, { resetStores: close }] = [await import('./chosen-files'), await import('../../../core/store/reset')];
    return { ...files, close };
  };
  const [first, second, third] = [await open(), await open(), await open()];
  const file = { id: 'c', uploadId: 'd', name: 'plan.pdf', content: new Blob(['plan']), chosenAtMs: 0 };
  await first.storeFile(file, false);
  const { content, ...known } = (await second.readFile('c')) ?? { content: new Blob() };
  expect([await content.text(), known]).toEqual(['plan', { id: 'c', uploadId: 'd', name: 'plan.pdf', chosenAtMs: 0 }]);
  first.close();
  second.close();
  expect(await third.readFile('c')).toBeNull();
  third.close();
});

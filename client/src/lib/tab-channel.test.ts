import { expect, it, onTestFinished, vi } from 'vitest';
import { openTabChannel } from './tab-channel';

it('goes on after data that the browser can’t share with its other tabs', async () => {
  const received: unknown[] = [];
  const [one, other] = [
    openTabChannel<unknown>('test'),
    openTabChannel<unknown>('test', (data) => received.push(data)),
  ];
  onTestFinished(() => {
    one.close();
    other.close();
  });
  expect([one.post({ content: () => undefined }), one.post('later')]).toEqual([false, true]);
  await vi.waitFor(() => expect(received).toEqual(['later']));
});

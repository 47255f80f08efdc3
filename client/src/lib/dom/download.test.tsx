import { expect, it, vi } from 'vitest';
import { download } from './download';

it('keeps the file’s address for a browser that reads it after the press', () => {
  vi.useFakeTimers();
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  const revoked = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  const pressed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  download('data.json', new Blob(['{}']));
  const [link] = pressed.mock.contexts as HTMLAnchorElement[];
  expect([link?.download, link?.href]).toEqual(['data.json', 'blob:file']);
  vi.advanceTimersByTime(10_000);
  expect(revoked).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(revoked).toHaveBeenCalledWith('blob:file');
  vi.useRealTimers();
});

import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { resetStores } from '../../../core/store/reset';
import { held } from '../../../testing/held';
import { usePicture } from './pictures';

beforeEach(() => {
  resetStores();
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
});

it('shows a picture to the next session that the last one was still fetching', async () => {
  const picture = () => new Response(new Blob(['x'], { type: 'image/png' }));
  const late = held(null);
  const ask = vi.fn(async () => {
    if (ask.mock.calls.length === 1) await late.reply();
    return picture();
  });
  vi.stubGlobal('fetch', ask);
  renderHook(() => usePicture('p', '/a')).unmount();
  resetStores();
  const { result } = renderHook(() => usePicture('p', '/a'));
  late.release();
  await vi.waitFor(() => expect(result.current).toBe('blob:picture'));
});

import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { show } from '../../testing/render';
import { lazyPart } from './lazy-part';

it('loads a part once, however often it is begun and shown', async () => {
  const load = vi.fn(async () => ({ Part: () => 'Loaded' }));
  const Part = lazyPart(load, 'Part');
  Part.begin();
  Part.begin();
  show(<Part />);
  await screen.findByText('Loaded');
  expect(load).toHaveBeenCalledTimes(1);
});

it('loads again after a failure', async () => {
  vi.stubGlobal('fetch', async () => ({ ok: false }));
  const load = vi
    .fn<() => Promise<{ Part: () => string }>>()
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValue({ Part: () => 'Loaded' });
  const Part = lazyPart(load, 'Part');
  show(<Part />);
  await screen.findByText('Loaded');
  expect(load).toHaveBeenCalledTimes(2);
});

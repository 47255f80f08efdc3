import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { LongText } from './LongText';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const tall = (heightPx: number) => vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(heightPx);

it('shows all of a shortened text, and less again', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(80);
  tall(200);
  render(<LongText text={'<img src=x onerror=alert(1)>\nsecond line'} of="Asha’s message" />);
  expect(document.querySelector('img')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show all of Asha’s message' }));
  expect(document.querySelector('.line-clamp-4')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show less of Asha’s message' }));
  expect(document.querySelector('.line-clamp-4')).not.toBeNull();
});

it('offers nothing for a text that fits', () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(80);
  tall(80);
  render(<LongText text="Short" of="Asha’s message" />);
  expect(screen.queryByRole('button')).toBeNull();
});

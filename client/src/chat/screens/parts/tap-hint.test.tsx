import { act, renderHook } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { noteTap, useTapHint } from './tap-hint';

it('shows on a touch screen until the first tap, and never with a mouse', () => {
  const media = vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: false } as MediaQueryList);
  onTestFinished(() => {
    media.mockRestore();
    localStorage.clear();
  });
  const { result, rerender } = renderHook(useTapHint);
  act(noteTap);
  expect(result.current).toBe(false);
  media.mockReturnValue({ matches: true } as MediaQueryList);
  rerender();
  expect(result.current).toBe(true);
  act(noteTap);
  expect(result.current).toBe(false);
});
